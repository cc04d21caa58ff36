package dev.runnel.runtime.scheduler;

/**
 * Of one P: whether a goroutine that waits on it keeps it for a moment, since what it waits for may come at once from a goroutine that
 * runs on another P. If it comes, nobody was switched: the goroutine goes on where it is, in its slice.
 *
 * <p><b>The protocol.</b> The goroutine is LINGERING instead of WAITING, its wait open as any other. Who claims the wait turns
 * LINGERING into RUNNING by compare-and-set, and is done; the goroutine, after a while, LINGERING into WAITING, and parks. One of
 * them wins: either the goroutine goes on, and is in no queue, or it is readied like any that waits.
 *
 * <p><b>When.</b> Only if the wait is said to be {@linkplain dev.runnel.runtime.park.Strand#waitingBriefly brief}, another P runs somebody,
 * and there is nothing else for this P to do: its queue and the global one are empty. After a moment in vain the next wait does not linger, then
 * the next three, seven, up to {@value #MOST_SKIPPED}, until one is worth it again. A processor that nobody has for us, or a
 * partner that takes its time, so costs little.
 *
 * <p><b>Two that share one P</b> never linger, since the other is in {@code next}. Whoever looks for work is therefore told when a
 * goroutine here would have lingered otherwise, and takes the other at once ({@link #wouldRatherLinger}).
 *
 * <p>By the holder of the P, but where said otherwise.
 */
final class Lingering {

    /** How often the goroutine looks whether it may go on: some two microseconds. */
    private static final int LOOKS = 100;

    private static final int MOST_SKIPPED = 255;

    /** Nobody can run beside who lingers. */
    static final boolean ONE_PROCESSOR = Runtime.getRuntime().availableProcessors() == 1;

    /** How often in a row it was in vain, as the number of waits to skip after that. */
    private int skip;

    /** How many waits are still to be skipped. */
    private int skipped;

    /** The wait that is open lingers. */
    private boolean lingers;

    /** The last wait would have lingered but for what there was to do. Read by thieves, as a hint. */
    private boolean wanted;

    /** How often it was worth it; a hint to others. */
    private long successes;

    /**
     * Whether any may: another P runs, and nobody waits in the global queue. Not while steps are recorded, or chosen: a wait is to look like
     * one.
     */
    static boolean isPossible(Scheduler s) {
        return s.idle.processors() < s.processors.length - 1
                && s.global.isEmpty()
                && s.search == null
                && s.recording == null
                && !ONE_PROCESSOR;
    }

    /** Whether one may on this P, as it has nothing else to do. By its holder. */
    static boolean isPossible(Scheduler s, Processor p) {
        return p.queue.isEmpty() && !p.goes() && isPossible(s);
    }

    /**
     * A goroutine on this P has opened a wait.
     *
     * @param brief whether it may be over at once
     * @param free whether there is nothing else to do
     * @return what the goroutine is to be until it ends
     */
    GoroutineStatus waits(boolean brief, boolean free) {
        lingers = false;
        if (skipped > 0) {
            skipped--;
            return GoroutineStatus.WAITING;
        }
        if (wanted != brief) {
            wanted = brief;
        }
        lingers = brief && free;
        return lingers ? GoroutineStatus.LINGERING : GoroutineStatus.WAITING;
    }

    /** Whether the wait that was opened last lingers. */
    boolean lingers() {
        return lingers;
    }

    /** Lingers; gives whether the goroutine goes on. No lock may be held. */
    boolean bringsBack(Goroutine g) {
        for (int i = 0; i < LOOKS; i++) {
            if (!g.is(GoroutineStatus.LINGERING)) {
                return wasWorthIt();
            }
            Thread.onSpinWait();
        }
        if (!g.becomeInsteadOf(GoroutineStatus.LINGERING, GoroutineStatus.WAITING)) {
            return wasWorthIt();
        }
        skip(Math.min(2 * skip + 1, MOST_SKIPPED));
        return false;
    }

    /** As if it had been in vain for long. */
    void giveUp() {
        skip(MOST_SKIPPED);
    }

    private void skip(int waits) {
        skip = waits;
        skipped = waits;
        wanted = false;
    }

    private boolean wasWorthIt() {
        skip = 0;
        successes++;
        return true;
    }

    /** Whether somebody should take {@code next} of this P, for the other to linger. Without holding the P. */
    boolean wouldRatherLinger() {
        return wanted;
    }

    /** The P has just taken the partner of a goroutine that lingers. */
    void partnerCame() {
        skipped = 0;
    }

    long successes() {
        return successes;
    }

    /** How many waits are skipped from now on. For tests. */
    int skips() {
        return skipped;
    }
}
