package dev.runnel.runtime.choice;

import java.time.Instant;

/** A clock that stands still until it is set forward. It begins at 2000-01-01T00:00:00Z, as Go's does in a bubble. */
public final class VirtualClock {

    /** What it shows at the beginning. */
    public static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    private long nanos;

    /** Nanoseconds since the beginning. */
    public long nanos() {
        return nanos;
    }

    /** The time it shows. */
    public Instant instant() {
        return ORIGIN.plusNanos(nanos);
    }

    /** Sets it forward. */
    public void advanceTo(long to) {
        nanos = Math.max(nanos, to);
    }
}
