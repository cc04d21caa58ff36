package dev.runnel.runtime.scheduler;

import dev.runnel.scheduler.RuntimeStats;
import java.util.Set;

/** Counts what a scheduler has. The counters are kept by those that run; what is read while they run is a snapshot. */
final class Census {

    private final Scheduler s;

    Census(Scheduler s) {
        this.s = s;
    }

    /** Goroutines that have not ended. Exact when nothing runs, and never too few. */
    long live() {
        long ended = ended(); // first: what is seen to have ended was created before
        return created() - ended;
    }

    /** As {@link #live()}, for whoever has the scheduler's lock. */
    long liveLocked() {
        long ended = ended();
        return createdLocked() - ended;
    }

    /**
     * Goroutines that no M has taken up yet. Never too few, and exact when nothing runs. Whoever lists the Ms after
     * that finds the others that live: neither the count nor the list depends on when it is known that one has ended.
     */
    long notStarted() {
        long started = started(); // first: what is seen to have started was created before
        return created() - started;
    }

    /** As {@link #notStarted()}, for whoever has the scheduler's lock. */
    long notStartedLocked() {
        long started = started();
        return createdLocked() - started;
    }

    private long created() {
        s.lock();
        try {
            return createdLocked();
        } finally {
            s.unlock();
        }
    }

    /** Goroutines created so far; for whoever has the scheduler's lock. */
    long createdLocked() {
        long created = s.creation.byForeigners();
        for (Processor p : s.procs.known()) {
            created += p.created;
        }
        return created;
    }

    /** Waits of goroutines that have had their turn; see {@link Lingering#turns()}. */
    long turns() {
        long turns = 0;
        for (Processor p : s.procs.known()) {
            turns += p.lingering.turns();
        }
        return turns;
    }

    private long started() {
        long started = 0;
        for (Processor p : s.procs.known()) {
            started += p.started();
        }
        return started;
    }

    /** Goroutines that have ended. */
    long ended() {
        long ended = 0;
        for (Processor p : s.procs.known()) {
            ended += p.ended();
        }
        return ended;
    }

    /**
     * Whether nothing runs and nothing can, as far as this runtime can tell by itself; then the number of wake-ups,
     * else -1.
     */
    long standstill() {
        return standstill(0);
    }

    /**
     * As {@link #standstill()}, but does not mind so many goroutines that are blocked outside and cannot wake anyone.
     */
    long standstill(int harmless) {
        s.lock();
        try {
            if (!s.allIdle() || !s.global.isEmpty() || s.outside.count() > harmless) {
                return -1;
            }
            for (Processor p : s.processors) {
                if (p.timers.count() > 0 || !p.thief.isEmpty()) {
                    return -1;
                }
            }
            return s.watchdog.fires() ? -1 : s.idle.wakeUps();
        } finally {
            s.unlock();
        }
    }

    /** Whether nothing can run, and the watchdog looks whether that is a deadlock. */
    boolean isDeadlockDue() {
        return s.directed == null && s.mainRun.detectsDeadlock() && standstill() >= 0;
    }

    /**
     * Whether this is a deterministic run whose only P one of these threads holds, which wait for a run: nobody takes
     * that P from it, so nothing else runs and no timer fires there until it returns.
     */
    boolean isHeldBy(Set<Thread> waitingForRun) {
        Machine holder = s.directed == null ? null : s.processors[0].holder;
        return holder != null && waitingForRun.contains(holder.thread());
    }

    /** Whether there is a timer; takes no lock. */
    boolean anyTimer() {
        for (Processor p : s.processors) {
            if (p.timers.count() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Goroutines that Ps have taken from each other. */
    long steals() {
        long steals = 0;
        for (Processor p : s.procs.known()) {
            steals += p.steals;
        }
        return steals;
    }

    /** How often a P was passed from one M to another. */
    long handOvers() {
        long handOvers = 0;
        for (Processor p : s.procs.known()) {
            handOvers += p.handOvers;
        }
        return handOvers;
    }

    /** The counters now. */
    RuntimeStats stats() {
        long ended = ended();
        long created = created();
        return new RuntimeStats(
                s.procs.wanted(),
                s.idle.processors(),
                s.machines.size(),
                created - ended,
                created,
                s.global.size(),
                steals(),
                handOvers());
    }
}
