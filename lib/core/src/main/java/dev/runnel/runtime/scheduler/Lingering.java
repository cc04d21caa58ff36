package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Waiter;

/**
 * Decides for one P whether a goroutine that waits on it keeps it for a moment, since what it waits for may come at
 * once from a goroutine that runs on another P. If it comes, nobody was switched: the goroutine goes on where it is, in
 * its slice.
 *
 * <p><b>Without a wait.</b> A goroutine that wants one channel lingers there before it waits, with a record that nobody
 * has to claim ({@code MeetingPlace} of the channels).
 *
 * <p><b>In a wait</b>, such as that of a select, it is LINGERING instead of WAITING, and its wait is open like any
 * other. Whoever claims the wait turns LINGERING into RUNNING by compare-and-set, and is done; the goroutine, after a
 * while, turns LINGERING into WAITING, and parks. One of them wins: either the goroutine goes on, and is in no queue,
 * or it is readied like any other that waits.
 *
 * <p><b>When.</b> Only if the wait is said to be {@linkplain dev.runnel.runtime.park.Strand#waitingBriefly brief},
 * another P runs somebody, and there is nothing else for this P to do: its queue and the global one are empty. After a
 * moment in vain the next wait does not linger, then the next three, seven, up to {@value #MOST_SKIPPED}, until one is
 * worth it again. So a processor that nobody has for us, or a partner that takes its time, costs little.
 *
 * <p><b>Two that share one P</b> never linger, since the other is in {@code next}. Whoever looks for work is therefore
 * told when a goroutine here would have lingered otherwise ({@link #wouldRatherLinger}), and takes the other at once.
 * If lingering was worth it lately, the thief asks for it: the goroutine that waits next on the P that is
 * {@linkplain #asked asked} lingers although the other is in {@code next}, where the thief finds it. Both have more
 * patience then, once: the one that is taken comes late, as it goes to another carrier, and so may the one that readied
 * it and is still waking that thief.
 *
 * <p>Used by the holder of the P, except where said otherwise.
 */
final class Lingering {

    /** How often the goroutine looks whether it may go on: some two to four microseconds. */
    private static final int LOOKS = 100;

    /** Likewise, once, when two have just come to two Ps: some ten to fifteen. */
    private static final int PATIENT_LOOKS = 400;

    private static final int MOST_SKIPPED = 255;

    /** Nobody can run beside a goroutine that lingers. */
    static final boolean ONE_PROCESSOR = Runtime.getRuntime().availableProcessors() == 1;

    /** How often in a row lingering was in vain, as the number of waits to skip after that. */
    private int skip;

    /** How many waits are still to be skipped. */
    private int skipped;

    /** The wait that is open lingers. */
    private boolean lingers;

    /** The last wait would have lingered if there had not been something to do. Read by thieves, as a hint. */
    private boolean wanted;

    /**
     * A thief has just taken one of two goroutines, which so comes later than it would have; and the other may be late,
     * too, as it woke the thief. Set by the thief, for both.
     */
    private boolean patient;

    /** A thief is about to take the goroutine in {@code next}. Set by the thief, as a hint. */
    private boolean asked;

    /** How often it was worth it; a hint to others. */
    private long successes;

    /**
     * How many waits of goroutines that take turns have begun, and how many values went over without a wait; a hint to
     * others.
     */
    private long turns;

    /**
     * Whether any goroutine may linger: another P runs, and nobody waits in the global queue. Not while steps are
     * recorded, or chosen: a wait is to look like one. Nor under {@link Continuations}, or wherever else something
     * stands in for {@link WorkSearch}.
     */
    static boolean isPossible(Scheduler s) {
        return s.idle.processors() < s.processors.length - 1
                && s.global.isEmpty()
                && s.search == null
                && s.recording == null
                && !ONE_PROCESSOR;
    }

    /** Whether one may linger on this P, as it has nothing else to do. By its holder. */
    static boolean isPossible(Scheduler s, Processor p) {
        return p.queue.isEmpty() && !p.goes() && isPossible(s);
    }

    /**
     * Likewise, or a thief is about to take what there is to do: the goroutine in {@code next}. While goroutines that
     * take turns are gathered, nobody may linger, and what was in vain before is forgotten.
     */
    static boolean isPossibleOrAsked(Scheduler s, Processor p) {
        if (s.gathering.isOn()) {
            p.lingering.forget();
            return false;
        }
        boolean free = p.queue.isEmpty() || (p.lingering.asked && hasOnlyPartner(p));
        return free && !p.goes() && isPossible(s);
    }

    private static boolean hasOnlyPartner(Processor p) {
        Goroutine partner = p.thief.next();
        return p.thief.size() == 0 && partner != null && partner.hasStarted();
    }

    /**
     * A goroutine on this P has opened a wait.
     *
     * @param brief whether it may be over at once
     * @param free whether there is nothing else to do
     * @return the goroutine's status until the wait ends
     */
    GoroutineStatus waits(boolean brief, boolean free) {
        lingers = begins(brief, free);
        return lingers ? GoroutineStatus.LINGERING : GoroutineStatus.WAITING;
    }

    /** A goroutine on this P, which has asked before whether it may linger, has opened a wait. */
    GoroutineStatus waits() {
        lingers = false;
        return GoroutineStatus.WAITING;
    }

    /**
     * A wait on this P is about to begin.
     *
     * @param brief whether it may be over at once
     * @param free whether there is nothing else to do
     * @return whether the goroutine is to linger
     */
    boolean begins(boolean brief, boolean free) {
        if (brief) {
            countTurns(1);
        }
        if (skipped > 0) {
            skipped--;
            return false;
        }
        if (wanted != brief) {
            wanted = brief;
        }
        return brief && free;
    }

    /** Whether the wait that was opened last lingers. */
    boolean lingers() {
        return lingers;
    }

    /** Lingers; returns whether the goroutine goes on. No lock may be held. */
    boolean bringsBack(Goroutine g) {
        for (int left = LOOKS; left > 0; left = looksAfter(left)) {
            if (!g.is(GoroutineStatus.LINGERING)) {
                wasWorthIt();
                return true;
            }
            Thread.onSpinWait();
        }
        boolean goesOn = !g.becomeInsteadOf(GoroutineStatus.LINGERING, GoroutineStatus.WAITING);
        was(goesOn);
        return goesOn;
    }

    /** How many looks are left after this one. */
    private int looksAfter(int left) {
        if (left == 1 && patient) {
            patient = false;
            return wasWorthItLately() ? PATIENT_LOOKS : 0;
        }
        return left - 1;
    }

    /** Lingering is over: whether it was worth it. */
    void was(boolean worthIt) {
        if (worthIt) {
            wasWorthIt();
        } else {
            skip(Math.min(2 * skip + 1, MOST_SKIPPED));
        }
    }

    /**
     * Goroutines that take turns are gathered: when they are to be spread, what was in vain before that says nothing.
     */
    void forget() {
        if (skip != 0) {
            skip = 0;
            skipped = 0;
        }
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

    private void wasWorthIt() {
        skip = 0;
        successes++;
    }

    /** Whether somebody should take {@code next} of this P, so that the other can linger. Without holding the P. */
    boolean wouldRatherLinger() {
        return wanted;
    }

    /** Whether it was not in vain twice in a row. */
    boolean wasWorthItLately() {
        return skip <= 1;
    }

    /** A thief looks for the goroutine in {@code next}, or no longer does. */
    void asked(boolean now) {
        asked = now;
    }

    /** The P has just taken the partner of a goroutine that lingers, or will, on another. */
    void takesPartnerOf(Lingering theirs) {
        theirs.patient = true;
        patient = true;
        skipped = 0;
    }

    long successes() {
        return successes;
    }

    /**
     * How many waits have begun of which it may be said that the goroutine has had its turn, and how many turns were
     * had without a wait.
     */
    long turns() {
        return turns;
    }

    /**
     * Such a wait begins: one that is brief, or another one of a goroutine that has had its turn. Or so many values
     * went over without a wait.
     */
    void countTurns(int more) {
        turns += more;
    }

    /** How many waits are skipped from now on. For tests. */
    int skips() {
        return skipped;
    }

    // ---------------------------------------------------------------- without a wait: by a goroutine in its own code

    // Its P may be taken away at any time; so what it reads and notes there is a hint.

    /**
     * Whether the goroutine of that M may linger now. Not if timers of its P are due: it waits, and they fire first.
     */
    static boolean may(Machine m) {
        Processor p = m.processorOrNull();
        return p != null
                && p.lingering.begins(true, isPossibleOrAsked(m.scheduler, p))
                && !WorkSearch.hasDue(m.scheduler, p);
    }

    /** Lingers; returns whether its record was completed. */
    static boolean bringsBack(Machine m, Waiter record) {
        Processor p = m.processorOrNull();
        if (p == null || !p.lingering.bringsBack(record)) {
            return false;
        }
        goesOn(m, p);
        return true;
    }

    /** It gave up: whether it was met at the last moment. */
    static void ended(Machine m, boolean worthIt) {
        Processor p = m.processorOrNull();
        if (p != null) {
            p.lingering.was(worthIt);
            if (worthIt) {
                goesOn(m, p);
            }
        }
    }

    private static void goesOn(Machine m, Processor p) {
        p.closeGroup.lingered();
        m.endSliceIfOver();
    }

    boolean bringsBack(Waiter record) {
        for (int left = LOOKS; left > 0; left = looksAfter(left)) {
            if (!record.lingers()) {
                wasWorthIt();
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
