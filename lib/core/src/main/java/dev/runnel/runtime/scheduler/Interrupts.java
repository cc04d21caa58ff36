package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.WakeCause;

/**
 * What operations do about an interrupt that may end them. Where a goroutine's runtime closes, the goroutine is unwound
 * instead: the interrupt may be the closing's own.
 */
public final class Interrupts {

    private Interrupts() {}

    /** Throws if the caller is interrupted, and takes the status back. */
    public static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw ended();
        }
    }

    /** Whether a wait has brought what was waited for; throws if it was ended by an interrupt. */
    public static boolean check(WakeCause why) throws InterruptedException {
        if (why == WakeCause.INTERRUPT) {
            throw ended();
        }
        return why == WakeCause.WAITER;
    }

    /** What an operation throws that an interrupt has ended; takes the status back. */
    public static InterruptedException ended() {
        Thread.interrupted();
        Checkpoint.passAtAnEnd();
        return new InterruptedException();
    }
}
