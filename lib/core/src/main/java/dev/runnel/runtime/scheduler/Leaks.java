package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.WaitReason;
import dev.runnel.scheduler.GoroutineDump;
import java.time.Duration;
import java.util.Objects;

/**
 * Goroutines that have waited for long, and that no time limit will end. Which of them nobody can reach any more is
 * another question: {@link Unreachable}.
 */
final class Leaks {

    private Leaks() {}

    static GoroutineDump of(Scheduler scheduler, Duration olderThan) {
        Objects.requireNonNull(olderThan, "olderThan");
        return Dump.of(scheduler, g -> mayLeak(g) && Dump.since(g).compareTo(olderThan) >= 0);
    }

    /** Whether it waits, and not for a time limit, nor for a moment within the runtime. */
    static boolean mayLeak(Goroutine g) {
        WaitReason reason = g.waitReason();
        return g.status() == GoroutineStatus.WAITING
                && !g.isTimed()
                && reason != WaitReason.NONE
                && reason != WaitReason.QUIET;
    }
}
