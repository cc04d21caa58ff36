package dev.runnel.net;

import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Scheduler;
import java.time.Duration;
import java.time.Instant;

/** Points in time as the clock of the caller has them. */
final class Deadlines {

    private Deadlines() {}

    static long at(Instant when) {
        return when.equals(Instant.MAX) ? Strand.NO_DEADLINE : in(Duration.between(Scheduler.instant(), when));
    }

    static long in(Duration fromNow) {
        return Durations.deadline(Scheduler.now(), Durations.nanos(fromNow));
    }
}
