package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of a P for which an M should have been made, when there was no memory for that: the P is put down, and
 * the goroutines that it was to run wait in the global queue, until there is an M again, or some memory. The watchdog
 * sees to that; nobody else could.
 *
 * <p>None of this may need memory itself, not even at its first call (decision 49), except for the M that
 * {@link #seeTo} tries to make.
 */
final class OwedMachines {

    private final Scheduler s;

    /** There may be work and an idle P. */
    private volatile boolean owes;

    /** When the memory for an M was last refused to an M that hands on its P; 0 if another has been made since. */
    private volatile long refusedAt;

    /** When that was last seen to. The watchdog's. */
    private long seenToAt = System.nanoTime() - Watchdog.WATCHFUL_NAP;

    OwedMachines(Scheduler s) {
        this.s = s;
    }

    /** An M that hands on its P has found no memory for the M of the next goroutine, and keeps both. */
    void refused() {
        refusedAt = System.nanoTime() | 1;
    }

    /** There was memory for an M. */
    void made() {
        if (refusedAt != 0) {
            refusedAt = 0;
        }
    }

    /**
     * The goroutine that is to run instead of the one that was found, if that one needs an M, and there was no memory
     * for one a moment ago: the first in the global queue that has its own M, if there is one. Otherwise a goroutine
     * that yields would be refused once for each that has not started, which may cost a garbage collection each time.
     */
    @Nullable Goroutine ratherStarted(@Nullable Goroutine found) {
        long refused = refusedAt;
        if (refused == 0
                || found == null
                || found.hasStarted()
                || s.directed != null
                || System.nanoTime() - refused >= Watchdog.WATCHFUL_NAP) {
            return found;
        }
        s.lock();
        Goroutine other = s.global.takeOneThatHasStarted();
        if (other != null) {
            s.global.put(found);
        }
        s.unlock();
        return other == null ? found : other;
    }

    /**
     * Puts down a P for which there was no M, and the goroutines that it was to run, for whoever may have an M. A
     * deterministic run has no watchdog, and fails.
     */
    void owe(Processor p, @Nullable Goroutine chosen, OutOfMemoryError why) {
        owes = true; // first: whoever sees that all are idle sees this
        s.lock();
        s.global.putFirst(p.queue);
        if (chosen != null) {
            s.global.put(chosen);
        }
        s.putIdleLocked(p);
        s.unlock();
        if (s.directed != null) {
            throw why;
        }
        s.watchdog.someIdle();
        s.watchdog.wake();
    }

    /**
     * An M finds no memory for its search, and ends it: it puts down its P, if it has one, and others see to what may
     * be in the queues.
     */
    void endsSearch(Machine m, OutOfMemoryError why) {
        if (m.spinning) {
            s.spinners.stop(m);
        }
        if (m.processorOrNull() != null) {
            owe(m.release(), null, why);
        } else {
            owes = true;
            s.watchdog.wake();
        }
    }

    /**
     * By the watchdog: tries again to get an M where there was no memory for one; not too often, as each attempt may
     * cost a garbage collection. Returns whether one is still owed.
     */
    boolean seeTo(long now) {
        if (owes && now - seenToAt >= Watchdog.WATCHFUL_NAP) {
            seenToAt = now;
            owes = false;
            runOneThatHasAnM();
            if (!s.global.isEmpty() || !s.dispatch.allQueuesEmpty()) {
                s.dispatch.wakeSpinner();
            }
        }
        return owes;
    }

    private void runOneThatHasAnM() {
        s.lock();
        Goroutine one = s.idle.processors() == 0 ? null : s.global.takeOneThatHasStarted();
        Processor p = one == null ? null : s.takeIdleLocked();
        s.unlock();
        if (one != null && p != null) {
            p.tick++;
            s.dispatch.run(p, one);
        }
    }
}
