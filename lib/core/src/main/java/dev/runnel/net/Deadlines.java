package dev.runnel.net;

import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Current;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Points in time on the clock of the caller. */
final class Deadlines {

    private Deadlines() {}

    static long at(Instant when) {
        return Objects.requireNonNull(when, "deadline").equals(Instant.MAX)
                ? Strand.NO_DEADLINE
                : in(Duration.between(Current.instant(), when));
    }

    static long in(Duration fromNow) {
        return Durations.deadline(Current.now(), Durations.nanos(fromNow));
    }
}
