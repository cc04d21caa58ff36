package dev.runnel.runtime.scheduler;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides for one P that looks for work whether it leaves the ring of another P alone, because the goroutines there
 * hand that P to each other all the time. If some of them were taken, each hand-over would be one between two
 * processors, and what they share would go to and fro: no faster than taking turns on one.
 *
 * <p><b>What may be a close group.</b> There are at most {@value #MOST} goroutines in the ring, and the oldest has run
 * before; and while the thief watches, the P goes from one goroutine to another {@value #WATCHED} times, in at most
 * {@value #LONGEST} nanoseconds each. Goroutines that compute in between are taken as usual, and so are those that have
 * not begun.
 *
 * <p><b>Whether it is one.</b> There may be two groups on that P, each of which could have a P. So half of the ring is
 * taken, as usual. When the thief's P runs dry, or its goroutines have lingered for a while, it compares. If the two Ps
 * together are not faster than the one was alone, such a P is left alone once, then three times, seven, up to
 * {@value #MOST_SKIPPED}, until taking is worth it again; but for at most three milliseconds if nobody comes out of its
 * ring: then the goroutines hand over through {@code next}, and those behind them wait for a slice to end. The thief
 * looks at the other Ps, and then pauses; it is counted as spinning meanwhile, so nobody else is woken to look.
 *
 * <p>Used by the holder of the P.
 */
final class CloseGroup {

    /** At most so many goroutines in a ring. */
    private static final int MOST = 32;

    /** So many hand-overs are watched. */
    private static final int WATCHED = 8;

    private static final long LONGEST = 400;

    /** The same while goroutines are {@linkplain Gathering gathered}, which is tried for the runtime as a whole. */
    private static final long LONGEST_GATHERED = 1_500;

    private static final int MOST_SKIPPED = 255;

    /** How long a ring that does not move may be left alone, in nanoseconds. */
    private static final long PATIENCE = 3_000_000;

    /** Waits that linger between two looks at whether it is worth it. */
    private static final int PER_LOOK = 128;

    private final Processor mine;

    /** Ps that were left alone in this search, by their numbers. */
    private final BitSet leftAlone = new BitSet();

    // Ps that were left alone before, and by their numbers: how many had been taken from their rings, and since when.
    private final BitSet leftBefore = new BitSet();

    private int[] takenThen = {};
    private long[] stillSince = {};

    /** How often in a row taking was in vain, as the number of times to leave a ring alone after that. */
    private int skip;

    /** How many times are still to be skipped. */
    private int skipped;

    // The P whose goroutines were taken, if it is still to be seen whether that was worth it; since when, with how many
    // moves until then, and how long a move took before.
    private @Nullable Processor takenFrom;
    private long since;
    private long movesThen;
    private long nanosBefore;
    private int lingered;

    CloseGroup(Processor mine) {
        this.mine = mine;
    }

    /** This P has run dry, and looks for work. */
    void ranDry() {
        leftAlone.clear();
        Processor from = takenFrom;
        if (from != null) {
            isWorthIt(from);
            takenFrom = null;
        }
    }

    /**
     * A wait on this P has lingered, and was over soon. If taking turns on one P would do as well, the next ones do not
     * linger.
     */
    void lingered() {
        Processor from = takenFrom;
        if (from != null && ++lingered >= PER_LOOK && !isWorthIt(from)) {
            mine.lingering.giveUp();
        }
    }

    private boolean isWorthIt(Processor from) {
        boolean worth = judge(moves(from) - movesThen, System.nanoTime() - since, nanosBefore);
        measureFromNow(from);
        return worth;
    }

    /**
     * Compares two Ps with one.
     *
     * @param moves how often both Ps went from one goroutine to another
     * @param nanos how long that took
     * @param nanosBefore how long each took when there was one P
     * @return whether there should be two
     */
    boolean judge(long moves, long nanos, long nanosBefore) {
        boolean faster = 10 * nanos < 9 * moves * nanosBefore;
        skip = faster ? 0 : Math.min(2 * skip + 1, MOST_SKIPPED);
        skipped = skip;
        return faster;
    }

    private void measureFromNow(Processor from) {
        since = System.nanoTime();
        movesThen = moves(from);
        lingered = 0;
    }

    /**
     * Whether this P leaves the goroutines of another alone in this search. If not, it is to take half of its ring.
     *
     * @param gathered whether it was tried for the runtime as a whole, and is not to be tried here
     */
    boolean leavesAlone(Processor victim, boolean gathered) {
        if (leftAlone.get(victim.id)) {
            return true;
        }
        if (!mayBeOne(victim)) {
            return false;
        }
        long longest = gathered ? LONGEST_GATHERED : LONGEST;
        long nanos = nanosEach(victim, longest);
        if (nanos > longest) {
            return false;
        }
        if ((gathered || skipped > 0) && !standsStill(victim)) {
            if (!gathered) {
                skipped--;
            }
            leftAlone(victim);
            return true;
        }
        leftBefore.clear(victim.id);
        takenFrom = victim;
        nanosBefore = nanos;
        measureFromNow(victim);
        return false;
    }

    /** This P has left the goroutines of another alone in this search. */
    void leftAlone(Processor victim) {
        leftAlone.set(victim.id);
    }

    /** Whether nobody has come out of its ring for long, while it was left alone. */
    private boolean standsStill(Processor victim) {
        int id = victim.id;
        int taken = victim.thief.taken();
        long now = System.nanoTime();
        if (id >= takenThen.length) {
            takenThen = Arrays.copyOf(takenThen, id + 1);
            stillSince = Arrays.copyOf(stillSince, id + 1);
        }
        if (!leftBefore.get(id) || takenThen[id] != taken) {
            leftBefore.set(id);
            takenThen[id] = taken;
            stillSince[id] = now;
        }
        boolean still = now - stillSince[id] > PATIENCE;
        leftBefore.set(id, !still);
        return still;
    }

    /** There was nobody left to take: nothing is tried. */
    void tookNobody() {
        takenFrom = null;
    }

    /** Whether any was left alone in this search. */
    boolean hasLeftAny() {
        return !leftAlone.isEmpty();
    }

    private static boolean mayBeOne(Processor victim) {
        int size = victim.thief.size();
        if (size == 0 || size > MOST || Lingering.ONE_PROCESSOR) {
            return false;
        }
        Goroutine oldest = victim.thief.oldest();
        return oldest != null && oldest.hasStarted();
    }

    /** Watches a P. Returns how long each hand-over takes there, or more than the longest as soon as one does. */
    private static long nanosEach(Processor victim, long longest) {
        long before = victim.handOversSeen();
        long begun = System.nanoTime();
        for (; ; ) {
            long seen = victim.handOversSeen() - before;
            long nanos = System.nanoTime() - begun;
            if (seen >= WATCHED) {
                return nanos / seen;
            }
            if (nanos > (seen + 2) * longest) {
                return nanos;
            }
            Thread.onSpinWait();
        }
    }

    /** How often both Ps went from one goroutine to another. A wait that lingered, and was over soon, counts, too. */
    private long moves(Processor from) {
        return mine.handOversSeen() + mine.lingering.successes() + from.handOversSeen() + from.lingering.successes();
    }

    /** How many times are skipped from now on. For tests. */
    int skips() {
        return skipped;
    }

    /** Whether some were taken, and it is still to be seen whether that was worth it. For tests. */
    boolean isTrying() {
        return takenFrom != null;
    }
}
