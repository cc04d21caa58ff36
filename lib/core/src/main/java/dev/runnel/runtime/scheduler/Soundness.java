package dev.runnel.runtime.scheduler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of a scheduler's queues, lists and counts; checked by tests.
 *
 * <p>Always, under the lock: the lists' links and counts match, a P in the idle list has no holder, an M in it carries
 * nothing, what is in the global queue is runnable and in it once. While all Ps are idle, also: the run queues are
 * empty, nobody spins, each goroutine waits or is outside, and there are as many as the counters say. An M that has
 * just put its P down may still be about to look at the queues once more, so this part must hold soon, not at once.
 */
final class Soundness {

    private static final long PATIENCE = 10_000_000_000L;
    private static final long LOOK_EVERY = 100_000;

    private Soundness() {}

    /**
     * Checks all of it.
     *
     * @throws AssertionError saying what does not hold
     */
    static void check(Scheduler s) {
        for (Processor p : s.procs.known()) {
            p.timers.check();
        }
        long deadline = System.nanoTime() + PATIENCE;
        for (String flaw = flaw(s); flaw != null; flaw = flaw(s)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(flaw + "\n" + s.view.stats() + "\n" + s.view.dump());
            }
            LockSupport.parkNanos(s, LOOK_EVERY);
        }
    }

    /**
     * For an {@code assert}: checks a scheduler whose goroutines have all ended.
     *
     * @throws AssertionError saying what does not hold
     */
    static boolean atEnd(Scheduler s) {
        List<Goroutine> queued = queued(s);
        if (!queued.isEmpty() || s.live() != 0) {
            throw new AssertionError("closed with " + s.live() + " goroutines, queued: " + queued);
        }
        return true;
    }

    /**
     * Returns what does not hold now, and must soon.
     *
     * @throws AssertionError saying what does not hold, and must always
     */
    static @Nullable String flaw(Scheduler s) {
        s.lock();
        try {
            checkIdle(s);
            checkGlobal(s);
            return s.allIdle() ? flawAtRest(s) : null;
        } finally {
            s.unlock();
        }
    }

    private static void checkIdle(Scheduler s) {
        Set<Processor> idle = Collections.newSetFromMap(new IdentityHashMap<>());
        idle.addAll(s.idle.listProcessors());
        for (Processor p : s.procs.known()) {
            boolean listed = idle.contains(p);
            if (p.idle != listed || (listed && p.holder != null)) {
                throw new AssertionError(p + " is idle: " + p.idle + ", listed: " + listed + ", held by: " + p.holder);
            }
        }
        for (Machine m : s.idle.machines.list()) {
            if (m.g != null) {
                throw new AssertionError(m + " is listed as idle and carries " + m.g);
            }
        }
    }

    private static void checkGlobal(Scheduler s) {
        for (Goroutine g : s.global.elements()) {
            if (g.status() != GoroutineStatus.RUNNABLE) {
                throw new AssertionError(g + " is in the global queue and " + g.status());
            }
        }
    }

    private static @Nullable String flawAtRest(Scheduler s) {
        List<Goroutine> queued = queued(s);
        if (!queued.isEmpty()) {
            return "all Ps are idle while there is work: " + queued;
        }
        if (s.spinners.count() != 0) {
            return "all Ps are idle while " + s.spinners.count() + " Ms spin";
        }
        long notStarted = s.census.notStartedLocked();
        if (notStarted != 0) {
            return notStarted + " goroutines are said not to have started, and none is queued";
        }
        List<Goroutine> started = s.machines.goroutines();
        if (started.size() != s.census.liveLocked()) {
            return s.census.liveLocked() + " goroutines are said to live, and these have started: " + started;
        }
        for (Goroutine g : started) {
            GoroutineStatus status = g.status();
            if (status != GoroutineStatus.WAITING && status != GoroutineStatus.OUTSIDE) {
                return "all Ps are idle while " + g + " is " + status;
            }
        }
        return null;
    }

    private static List<Goroutine> queued(Scheduler s) {
        List<Goroutine> queued = new ArrayList<>(s.global.elements());
        for (Processor p : s.procs.known()) {
            queued.addAll(p.thief.elements());
        }
        return queued;
    }
}
