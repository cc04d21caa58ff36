package dev.runnel;

import java.lang.ref.WeakReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions, on goroutines and on other threads. */
public final class Await {

    private static final int POLLS_BEFORE_PAUSES = 2000;
    private static final long PAUSE = 50_000;
    private static final int COLLECTIONS = 100;

    private Await() {}

    /** Polls until the condition holds; others may run meanwhile. */
    public static void until(BooleanSupplier condition) {
        for (int polls = 0; !condition.getAsBoolean(); polls++) {
            if (polls < POLLS_BEFORE_PAUSES) {
                Go.gosched();
            } else {
                Thread.yield(); // an interrupted caller gets no pause
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** Whether garbage collections clear the reference. */
    public static boolean isCollected(WeakReference<?> reference) {
        for (int i = 0; i < COLLECTIONS && reference.get() != null; i++) {
            System.gc();
            Thread.yield();
        }
        return reference.get() == null;
    }
}
