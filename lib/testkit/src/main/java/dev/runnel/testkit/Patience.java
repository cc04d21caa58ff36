package dev.runnel.testkit;

/**
 * How long something is waited for, by looking again and again. A look that comes late counts for only a part of that
 * time: the process itself may have stood still, and nobody may have had the time to do anything.
 */
final class Patience {

    /** The least number of looks. */
    static final int LOOKS = 10;

    private final long nanos;
    private long waited;
    private long last;

    /**
     * @param nanos how long; zero or less is over at the first look
     * @param now in nanoseconds
     */
    Patience(long nanos, long now) {
        this.nanos = nanos;
        this.last = now;
    }

    /** At a look: whether it is over. */
    boolean isOver(long now) {
        waited += Math.min(now - last, Math.max(1, nanos / LOOKS));
        last = now;
        return waited >= nanos;
    }
}
