package dev.runnel.runtime.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * A short lock, not reentrant: who cannot have it spins, then yields, and never parks. Hold it for a few loads and
 * stores, and ready no goroutine and run no foreign code under it.
 *
 * <p>An object may be its own lock by extending this class, which saves a field and a cache miss.
 */
public class SpinLock {

    private static final int SPINS = 100;

    private static final VarHandle HELD;

    /** How a waiter gives way. The scheduler sets one that keeps the waiter on its carrier. */
    private static volatile IntConsumer giveWay = times -> Thread.yield();

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through HELD
    private volatile int held;

    /** Sets how waiters give way once spinning did not help; is told how often this waiter has done so before. */
    public static void giveWayBy(IntConsumer way) {
        giveWay = way;
    }

    /** Takes the lock. Acquires what {@link #unlock()} released. */
    public final void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended(false);
        }
    }

    /** As {@link #lock()}, for who may hold another spin lock: others wait for that one, so the caller stays where it is. */
    public final void lockAnother() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended(true);
        }
    }

    /** Takes the lock if it is free. */
    public final boolean tryLock() {
        return HELD.compareAndSet(this, 0, 1);
    }

    /** Gives the lock back. A release; pairs with {@link #lock()}. */
    public final void unlock() {
        HELD.setRelease(this, 0);
    }

    private void lockContended(boolean another) {
        for (int round = 1; ; round++) {
            if (held == 0 && HELD.compareAndSet(this, 0, 1)) {
                return;
            }
            if (round % SPINS == 0) {
                giveWay.accept(another ? 0 : round / SPINS - 1);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
