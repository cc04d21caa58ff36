package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.WaitReason;
import dev.runnel.scheduler.GoroutineDump;
import java.time.Duration;

/**
 * Goroutines that have waited for long, and that no time limit will end. Not those that nothing can reach any more, which Go's garbage
 * collector finds (P90): on the JVM the stack of a parked thread is a root, and so is all that it holds.
 */
final class Leaks {

    private Leaks() {}

    static GoroutineDump of(Scheduler scheduler, Duration olderThan) {
        return Dump.of(scheduler, g -> mayLeak(g) && Dump.since(g).compareTo(olderThan) >= 0);
    }

    private static boolean mayLeak(Goroutine g) {
        WaitReason reason = g.waitReason();
        return g.status() == GoroutineStatus.WAITING
                && !g.isTimed()
                && reason != WaitReason.NONE
                && reason != WaitReason.QUIET;
    }
}
