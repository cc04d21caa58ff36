package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * What a P runs next; Go's {@code findRunnable}. The order: due timers of this P; the global queue, one goroutine, at
 * every 61st time slice; {@code next}; the ring; the global queue, a batch; the network; stealing; once more the global queue under
 * the lock. Then the P is put down, and an M that was spinning looks at everything once more.
 *
 * <p><b>No wake-up is lost</b>: who submits work first publishes it and then looks whether someone spins or a P is idle;
 * who stops spinning first says so and then looks for work. All of it volatile, so one of the two sees the other.
 */
final class WorkSearch {

    /** How often a P looks at the global queue before its own. */
    static final int GLOBAL_EVERY = 61;

    private static final int PASSES = 4;

    /** While those who take turns are gathered other Ps may leave the ring alone: after so many from {@code next} it is the ring's turn. */
    private static final int MOST_NEXTS = 64;

    /** How often a thief looks for what is in {@code next} for a moment only: some microsecond. */
    private static final int TRIES = 64;

    private WorkSearch() {}

    /**
     * Finds a goroutine for the P that this M holds.
     *
     * @return the goroutine, RUNNABLE and in no queue, the P still held; null if there is none and the P was put down
     */
    static @Nullable Goroutine find(Machine m) {
        Search other = m.scheduler.search;
        return other == null ? find(m, null) : other.find(m);
    }

    /** As {@link #find(Machine)}; where the youngest goes first, that one has another order of what is in reach. */
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
                found = steal(m);
                boolean gathered = m.scheduler.gathering.isOn();
                if (found == null && gathered && leavesAny(m)) {
                    if (m.scheduler.dispatch.napsForIt(m)) {
                        continue;
                    }
                    return null;
                }
                if (found == null && !gathered && m.processor().closeGroup.hasLeftAny()) {
                    m.nap();
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
        if (p.nextsInARow >= MOST_NEXTS && s.gathering.isOn()) {
            p.nextsInARow = 0;
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

    private static @Nullable Goroutine steal(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        Processor[] ps = s.processors;
        p.closeGroup.ranDry();
        int n = ps.length;
        int[] strides = Strides.of(n);
        boolean sawNext = false;
        boolean gathered = s.gathering.isOn();
        boolean proven = s.gathering.isProven();
        for (int pass = 0; pass < PASSES; pass++) {
            boolean last = pass == PASSES - 1;
            int at = p.chance.below(n);
            int stride = strides[p.chance.below(strides.length)];
            for (int i = 0; i < n; i++, at = (at + stride) % n) {
                Processor victim = ps[at];
                if (victim == p) {
                    continue;
                }
                if (last && stealTimers(m, victim)) {
                    Goroutine readied = p.queue.takeNext();
                    if (readied == null) {
                        readied = p.queue.take();
                    }
                    if (readied != null) {
                        p.tick++;
                        return readied;
                    }
                }
                if (victim.idle) {
                    continue;
                }
                if (p.closeGroup.leavesAlone(victim, proven)) {
                    continue;
                }
                Goroutine stolen = p.queue.stealHalf(victim.thief);
                if (stolen == null) {
                    p.closeGroup.tookNobody();
                    boolean hasNext = victim.thief.hasNext();
                    if (last && (hasNext || sawNext)) {
                        sawNext = false; // one nap, though the slot is empty now; more for those who have a next
                        stolen = gathered ? stealNextOfOneThatStandsStill(p, victim) : stealNext(m, victim);
                    }
                    sawNext |= hasNext && !last;
                }
                if (stolen != null) {
                    int all = 1 + p.thief.size();
                    p.steals += all;
                    p.tick++;
                    Recording on = s.recording;
                    if (on != null) {
                        on.stolen(p, stolen, victim, all);
                    }
                    return stolen;
                }
            }
        }
        return null;
    }

    private static boolean stealTimers(Machine m, Processor victim) {
        return victim.timers.earliest() != TimerHeap.NEVER && victim.timers.fireDue(m.scheduler.chance.nanoTime()) > 0;
    }

    private static @Nullable Goroutine stealNext(Machine m, Processor victim) {
        if (victim.lingering.wouldRatherLinger() && Lingering.isPossible(m.scheduler)) {
            Lingering mine = m.processor().lingering;
            Goroutine partner = catchNext(victim, mine.wasWorthItLately() && victim.lingering.wasWorthItLately());
            if (partner != null) {
                mine.takesPartnerOf(victim.lingering);
                return partner;
            }
        }
        if (victim.holder != null && goesOn(m, victim)) {
            return null;
        }
        return victim.thief.takeNext();
    }

    /**
     * Whether a P is about to run its {@code next} itself: it moves while it is watched. Then the two belong together, and this M naps: as
     * long as it is counted as spinning, nobody else is woken. On a single processor the P can move only during the nap.
     */
    private static boolean goesOn(Machine m, Processor victim) {
        if (Lingering.ONE_PROCESSOR) {
            long before = victim.progress();
            m.nap();
            return victim.progress() != before;
        }
        if (moves(victim)) {
            m.nap();
            return true;
        }
        return false;
    }

    private static boolean moves(Processor victim) {
        long before = victim.progress();
        for (int i = 0; i < TRIES; i++) {
            if (victim.progress() != before) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** Of an M that has found nothing while those who take turns are gathered: whether it has left some alone, or any other P goes on. */
    private static boolean leavesAny(Machine m) {
        if (m.processor().closeGroup.hasLeftAny()) {
            return true;
        }
        long before = progressOfOthers(m);
        for (int i = 0; i < TRIES; i++) {
            if (progressOfOthers(m) != before) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private static long progressOfOthers(Machine m) {
        Processor mine = m.processor();
        long sum = 0;
        for (Processor p : m.scheduler.processors) {
            sum += p == mine ? 0 : p.progress();
        }
        return sum;
    }

    /** While those who take turns are gathered. */
    private static @Nullable Goroutine stealNextOfOneThatStandsStill(Processor p, Processor victim) {
        if (victim.holder != null && moves(victim)) {
            p.closeGroup.leftAlone(victim);
            return null;
        }
        return victim.thief.takeNext();
    }

    /** Takes a goroutine that was readied, and that the victim will take up any moment, unless it is asked to leave it. */
    private static @Nullable Goroutine catchNext(Processor victim, boolean asks) {
        victim.lingering.asked(asks);
        Goroutine caught = null;
        for (int i = 0; i < TRIES && caught == null; i++) {
            Goroutine next = victim.thief.next();
            if (next != null && next.hasStarted()) {
                caught = victim.thief.takeNext();
            }
            Thread.onSpinWait();
        }
        victim.lingering.asked(false);
        return caught;
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
