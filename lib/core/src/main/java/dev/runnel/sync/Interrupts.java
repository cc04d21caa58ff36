package dev.runnel.sync;

import dev.runnel.runtime.channel.Durations;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Scheduler;

/** What the timed and interruptible forms have in common. */
final class Interrupts {

    private Interrupts() {}

    /** Throws if the caller is interrupted, and takes the status back. */
    static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Whether a wait has brought what was waited for; throws if it was ended by an interrupt. */
    static boolean check(WakeCause why) throws InterruptedException {
        if (why == WakeCause.INTERRUPT) {
            Thread.interrupted();
            throw new InterruptedException();
        }
        return why == WakeCause.WAITER;
    }

    /** So many nanoseconds from now, on the caller's clock. */
    static long deadline(long nanos) {
        return Durations.deadline(Scheduler.strand().nanoTime(), nanos);
    }
}
