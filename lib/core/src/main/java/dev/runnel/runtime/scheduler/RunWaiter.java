package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Who waits for a run, and does nothing else before that has ended.
 *
 * @param thread its thread
 * @param scheduler the runtime of the goroutine that waits; null if it is none
 */
public record RunWaiter(Thread thread, @Nullable Scheduler scheduler) {

    /** The caller. */
    public static RunWaiter caller() {
        return new RunWaiter(Thread.currentThread(), Scheduler.current());
    }
}
