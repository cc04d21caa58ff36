package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.WakeCause;

/**
 * What operations that an interrupt may end do about it. Of a goroutine that ends with its runtime, which interrupts those that wait for something else,
 * it is no business: that one is unwound.
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
        Checkpoint.passAfterWait();
        return new InterruptedException();
    }
}
