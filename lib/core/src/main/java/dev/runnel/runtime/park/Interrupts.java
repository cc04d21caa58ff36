package dev.runnel.runtime.park;

/** What operations that an interrupt may end do about it. */
public final class Interrupts {

    private Interrupts() {}

    /** Throws if the caller is interrupted, and takes the status back. */
    public static void check() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
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
        return new InterruptedException();
    }
}
