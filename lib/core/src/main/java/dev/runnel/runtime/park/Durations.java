package dev.runnel.runtime.park;

import java.time.Duration;
import java.util.Objects;

/** Durations as nanoseconds; one that does not fit lasts for ever. */
public final class Durations {

    private Durations() {}

    /** The nanoseconds of a duration, at most {@link Long#MAX_VALUE}. */
    public static long nanos(Duration duration) {
        Objects.requireNonNull(duration, "the duration is null");
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /**
     * The deadline that many nanoseconds after now: now, if they are zero or negative; none, if that is beyond the
     * clock.
     */
    public static long deadline(long now, long nanos) {
        long deadline = now + Math.max(0, nanos); // else one that is centuries ago would lie in the future
        return deadline < now ? Strand.NO_DEADLINE : deadline;
    }
}
