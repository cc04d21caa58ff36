package dev.runnel.interop;

/**
 * A failure that a feed has got from elsewhere, and that becomes the inflow's as it is. Nobody gets to see this
 * wrapper.
 */
final class PassedOn extends Exception {

    private static final long serialVersionUID = 1;

    private final Throwable why;

    PassedOn(Throwable why) {
        super(null, null, false, false);
        this.why = why;
    }

    /** What a feed has failed with. */
    static Throwable orItself(Throwable thrown) {
        return thrown instanceof PassedOn passed ? passed.why : thrown;
    }
}
