package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * What a P that has nothing of its own takes from others; Go's {@code stealWork} and {@code runqsteal}. Four times it
 * goes round the other Ps, in an order drawn by chance, and takes half of the first ring that has anybody; the last
 * time also what timers of others ready, and the goroutine in {@code next}.
 *
 * <p><b>A thief leaves alone</b> goroutines that are no faster on two Ps than on one: those that take turns on a P
 * ({@link CloseGroup}), and one that was readied by a goroutine that is about to wait. Of two that would linger for
 * each other it fetches one.
 */
final class Stealing {

    private static final int PASSES = 4;

    /** How often a thief looks for what is in {@code next} for a moment only: about a microsecond. */
    private static final int TRIES = 64;

    private Stealing() {}

    /** Finds a goroutine for the P of an M that spins; null if there is none, or only those that are left alone. */
    static @Nullable Goroutine by(Machine m) {
        Scheduler s = m.scheduler;
        Processor p = m.processor();
        Processor[] ps = s.processors;
        p.closeGroup.ranDry();
        int n = ps.length;
        int[] strides = Strides.of(n);
        boolean sawNext = false;
        boolean gathered = s.gathering.isOn();
        boolean proven = s.gathering.isProven();
        if (gathered) {
            p.lingering.forget();
        }
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
                        sawNext = false; // one nap, though the slot is empty now; more for those that have a next
                        stolen = gathered ? stealNextOfOneThatStandsStill(m, victim) : stealNext(m, victim);
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
     * Whether a P is about to run its {@code next} itself: it moves while it is watched. Then the two belong together,
     * and this M pauses: as long as it is counted as spinning, nobody else is woken. On a single processor the P can
     * move only during the nap.
     */
    private static boolean goesOn(Machine m, Processor victim) {
        if (Lingering.ONE_PROCESSOR) {
            long before = victim.progress();
            m.nap();
            return victim.progress() != before;
        }
        if (moves(m, victim)) {
            m.pauseInSearch();
            return true;
        }
        return false;
    }

    /**
     * For an M that has found nothing while goroutines that take turns are gathered: whether it has left some alone, or
     * any other P goes on.
     */
    static boolean leavesAny(Machine m) {
        return m.processor().closeGroup.hasLeftAny() || moves(m, null);
    }

    /** Watches another P for a moment, or all others if none is named: whether it goes on. */
    private static boolean moves(Machine m, @Nullable Processor one) {
        long before = progress(m, one);
        for (int i = 0; i < TRIES; i++) {
            if (progress(m, one) != before) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private static long progress(Machine m, @Nullable Processor one) {
        if (one != null) {
            return one.progress();
        }
        Processor mine = m.processor();
        long sum = 0;
        for (Processor p : m.scheduler.processors) {
            sum += p == mine ? 0 : p.progress();
        }
        return sum;
    }

    /** While goroutines that take turns are gathered. */
    private static @Nullable Goroutine stealNextOfOneThatStandsStill(Machine m, Processor victim) {
        if (victim.holder != null && moves(m, victim)) {
            m.processor().closeGroup.leftAlone(victim);
            return null;
        }
        return victim.thief.takeNext();
    }

    /**
     * Takes a goroutine that was readied, and that the victim will take up at any moment, unless it is asked to leave
     * it.
     */
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
}
