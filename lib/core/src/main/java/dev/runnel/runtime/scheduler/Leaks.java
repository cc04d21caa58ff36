package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Numbered;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.scheduler.GoroutineDump;
import java.time.Duration;
import java.util.Objects;

/**
 * Goroutines that have waited for long, and whose wait no time limit will end, as far as is known. Which of them nobody
 * can reach any more is another question: {@link Unreachable}.
 */
final class Leaks {

    private Leaks() {}

    static GoroutineDump of(Scheduler scheduler, Duration olderThan) {
        Objects.requireNonNull(olderThan, "olderThan");
        return Dump.of(
                scheduler,
                g -> mayLeak(g) && !waitsForALimit(g) && Dump.since(g).compareTo(olderThan) >= 0);
    }

    /** Whether it waits, without a time limit of its own, and not for a moment within the runtime. */
    static boolean mayLeak(Goroutine g) {
        WaitReason reason = g.waitReason();
        return g.status() == GoroutineStatus.WAITING
                && !g.isTimed()
                && reason != WaitReason.NONE
                && reason != WaitReason.QUIET;
    }

    /** Whether what it waits for comes by the passing of time: a tick, say, or the deadline of a context. */
    private static boolean waitsForALimit(Goroutine g) {
        return g.waitsOn instanceof Numbered on && on.hasLimit();
    }
}
