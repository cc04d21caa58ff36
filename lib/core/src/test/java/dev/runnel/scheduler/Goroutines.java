package dev.runnel.scheduler;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Groups of goroutines, and their threads. */
final class Goroutines {

    private static final int POLLS_BEFORE_PAUSES = 100;
    private static final long PAUSE = 50_000;

    private Goroutines() {}

    /** What each goroutine of a group does. */
    @FunctionalInterface
    interface Member {
        void run(int index) throws Exception;
    }

    /** Starts this many goroutines. */
    static List<GoHandle> start(int n, Member body) {
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int index = i;
            all.add(Go.go(() -> body.run(index)));
        }
        return all;
    }

    /** Waits until all have ended. */
    static void join(List<GoHandle> all) {
        all.forEach(GoHandle::join);
    }

    /** Starts this many goroutines, and waits until all have ended. */
    static void all(int n, Member body) {
        join(start(n, body));
    }

    /** Polls until the condition holds; others may run meanwhile. */
    static void until(BooleanSupplier condition) {
        for (int polls = 0; !condition.getAsBoolean(); polls++) {
            if (polls < POLLS_BEFORE_PAUSES) {
                Go.gosched();
            } else {
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    /** The thread of a goroutine that says on which one it runs, once it has said so. */
    static Thread threadOf(AtomicReference<@Nullable Thread> said) {
        until(() -> said.get() != null);
        return Objects.requireNonNull(said.get());
    }

    /** Whether the thread waits, as does one that is blocked in the JDK. */
    static boolean isBlocked(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, BLOCKED -> true;
            case NEW, RUNNABLE, TERMINATED -> false;
        };
    }
}
