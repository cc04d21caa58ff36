package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * What a P runs next; Go's {@code findRunnable}. The order: due timers of this P; the global queue, one goroutine, at
 * every 61st time slice; {@code next}; the ring; the global queue, a batch; the network; stealing; once more the global
 * queue under the lock. Then the P is put down, and an M that was spinning looks at everything once more.
 *
 * <p><b>No wake-up is lost</b>: whoever submits work first publishes it and then looks whether someone spins or a P is
 * idle; whoever stops spinning first says so and then looks for work. All of these accesses are volatile, so one of the
 * two sees the other.
 */
final class WorkSearch {

    /** How often a P looks at the global queue before its own. */
    static final int GLOBAL_EVERY = 61;

    /**
     * While goroutines that take turns are gathered, other Ps may leave the ring alone: after so many from
     * {@code next}, it is the ring's turn.
     */
    private static final int MOST_NEXTS = 64;

    private WorkSearch() {}

    /**
     * Finds a goroutine for the P that this M holds.
     *
     * @return the goroutine, RUNNABLE and in no queue, the P still held; null if there is none and the P was put down
     */
    static @Nullable Goroutine find(Machine m) {
        Search other = m.scheduler.search;
        for (; ; ) {
            try {
                return other == null ? find(m, null) : other.find(m);
            } catch (OutOfMemoryError e) { // nobody is in its hands: whoever is found comes out
                Processor p = m.processorOrNull();
                if (m.scheduler.directed != null) {
                    m.scheduler.mainRun.lacksMemory(e);
                    if (p == null) {
                        return null;
                    }
                } else if (p == null || !m.scheduler.dispatch.hasWorkFor(p)) {
                    m.scheduler.owed.endsSearch(m, e);
                    return null;
                }
                m.spinForAMoment();
            }
        }
    }

    /**
     * As {@link #find(Machine)}; where the youngest goes first, {@code youngestFirst} has another order of what is in
     * reach.
     */
    static @Nullable Goroutine find(Machine m, @Nullable Continuations youngestFirst) {
        for (; ; ) {
            if (m.processor().goes() && m.scheduler.procs.putAway(m.processor(), m)) {
                if (!m.scheduler.dispatch.retryAfterIdling(m)) {
                    return null;
                }
                continue;
            }
            Goroutine found = inReach(m, youngestFirst);
            if (found == null && NetPoller.pollNow()) {
                found = inReach(m, youngestFirst);
            }
            if (found == null && maySpin(m)) {
                found = Stealing.by(m);
                boolean gathered = m.scheduler.gathering.isOn();
                if (found == null && gathered && Stealing.leavesAny(m)) {
                    if (m.scheduler.dispatch.napsForIt(m)) {
                        continue;
                    }
                    return null;
                }
                if (found == null && !gathered && m.processor().closeGroup.hasLeftAny()) {
                    m.pauseInSearch();
                }
            }
            if (found == null) {
                found = lastLook(m);
            }
            if (found != null) {
                if (m.spinning) {
                    m.scheduler.dispatch.stopSpinning(m);
                }
                return found;
            }
            if (m.processorOrNull() == null && !m.scheduler.dispatch.retryAfterIdling(m)) {
                return null;
            }
        }
    }

    private static @Nullable Goroutine inReach(Machine m, @Nullable Continuations youngestFirst) {
        return youngestFirst == null ? inReach(m) : youngestFirst.inReach(m);
    }

    private static @Nullable Goroutine inReach(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        fireDue(m);
        m.giveWayToPoolIfDue();
        if (p.sliceOver) {
            p.endSlice();
            Goroutine hog = p.queue.takeNext();
            if (hog != null) {
                s.putGlobal(hog);
            }
        }
        if (p.tick % GLOBAL_EVERY == 0 && !s.global.isEmpty()) {
            Goroutine one = s.takeGlobal();
            if (one != null) {
                p.tick++;
                return one;
            }
        }
        if (isRingsTurn(s, p)) {
            Goroutine first = p.queue.take();
            if (first != null) {
                p.tick++;
                return first;
            }
        }
        Goroutine next = p.queue.takeNext();
        if (next != null) {
            p.nextsInARow++;
            return next; // in the same time slice
        }
        p.nextsInARow = 0;
        Goroutine oldest = p.queue.take();
        if (oldest == null && !s.global.isEmpty()) {
            oldest = s.takeGlobalBatch(p);
        }
        if (oldest != null) {
            p.tick++;
        }
        return oldest;
    }

    /** Whether {@code next} has kept out the goroutines in the ring for long, and no other P takes them. */
    static boolean isRingsTurn(Scheduler s, Processor p) {
        if (p.nextsInARow >= MOST_NEXTS && s.gathering.isOn()) {
            p.nextsInARow = 0;
            return true;
        }
        return false;
    }

    /** Fires the timers of this M's P whose time has come. */
    static void fireDue(Machine m) {
        TimerHeap timers = m.processor().timers;
        if (timers.earliest() != TimerHeap.NEVER) {
            timers.fireDue(m.scheduler.chance.nanoTime());
        }
    }

    /** Whether a timer of that P is due. */
    static boolean hasDue(Scheduler s, Processor p) {
        long earliest = p.timers.earliest();
        return earliest != TimerHeap.NEVER && earliest <= s.chance.nanoTime();
    }

    private static boolean maySpin(Machine m) {
        Scheduler s = m.scheduler;
        if (m.spinning) {
            return true;
        }
        if (2 * s.spinners.count() >= s.processors.length - s.idle.processors()) {
            return false;
        }
        s.spinners.start(m);
        return true;
    }

    /** The global queue once more, under the lock; if it is empty the P is put down, or this M has to spin. */
    private static @Nullable Goroutine lastLook(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        s.lock();
        Goroutine found;
        try {
            found = s.global.takeBatch(p, s.processors.length);
            if (found == null) {
                if (!m.spinning && s.spinners.takeWanted()) {
                    s.spinners.start(m);
                } else {
                    s.putIdleLocked(m.release());
                }
            }
        } finally {
            s.unlock();
        }
        if (found != null) {
            p.tick++;
        } else if (m.processorOrNull() == null) {
            s.watchdog.someIdle();
        }
        return found;
    }
}
