package dev.runnel.runtime.scheduler;

import java.util.function.LongSupplier;

/**
 * Whether goroutines that wait for each other all the time are gathered on one P, and hand it over, or spread over
 * several, and linger for each other. How far two processors are from each other decides which is faster, and on a
 * shared machine that changes by the hour; nothing in a goroutine, a channel or a P tells which. So both are tried, for
 * a moment each, and what was faster stays until the next trial. At first they are gathered, as Go's are.
 *
 * <p><b>What counts</b> are waits of goroutines that have had their turn: at channels without a buffer or with one
 * place, in selects, for conditions and for groups. Whether they are gathered or not, each is one value that goes over,
 * or the like, or nearly so. Where there is one place, values may go over without a wait: they count, too. Waits for
 * locks and at larger buffers are not counted: there fewer are better. While fewer than {@value #FEWEST} begin in a
 * millisecond, nobody is gathered, and nothing is tried.
 *
 * <p><b>A trial</b>: count for a while; switch over; let it settle; count again; and switch back. If the other way was
 * a tenth faster, try it once more; if it was faster again, it stays. The next trial comes after {@value #FIRST_PAUSE}
 * ns, and after twice as long each time that nothing was gained, up to {@value #LONGEST_PAUSE}: so the slower way has
 * some two hundredths of the time.
 *
 * <p><b>While they are gathered</b> nobody lingers at a channel or in a select; a thief does not fetch the partner of a
 * goroutine that would; it leaves a P alone that goes on with the goroutine in its {@code next} and, once there was a
 * trial, with a few in its ring ({@link CloseGroup}). It naps, and looks again, without putting its own P down: else
 * each hand-over would wake it.
 *
 * <p>Used by the watchdog, except for {@link #isOn} and {@link #isProven}.
 */
final class Gathering {

    /** Waits in a millisecond. */
    private static final long FEWEST = 200;

    private static final long MILLISECOND = 1_000_000;

    /** How long waits are counted, in nanoseconds. */
    static final long COUNTED = 2 * MILLISECOND;

    /** How long goroutines have to come together, or to part, before that, in nanoseconds. */
    static final long SETTLES = MILLISECOND;

    /** From one trial to the next, in nanoseconds. */
    static final long FIRST_PAUSE = 8 * MILLISECOND;

    static final long LONGEST_PAUSE = 128 * MILLISECOND;

    private enum Phase {
        /** Few wait. */
        QUIET,
        /** Until it is time for a trial. */
        PAUSE,
        /** What is in force is counted. */
        BEFORE,
        /** Switched over. */
        SETTLING,
        /** The other is counted. */
        AFTER,
        /** Switched back, and to be tried once more. */
        SETTLING_BACK
    }

    private final LongSupplier waits;

    private volatile boolean on;

    /** There was a trial. */
    private volatile boolean tried;

    /** What the last trial said. */
    private boolean better = true;

    private Phase phase = Phase.QUIET;
    private long pause = FIRST_PAUSE;

    /** When the next trial is to begin, if there is something to count. */
    private long trialAt;

    /** When this phase began to count, and what the count was. */
    private long since;

    private long counted;

    /** When this phase is over. */
    private long until;

    private double rateBefore;
    private boolean wasFaster;

    /** While it is quiet: perhaps only because they were gathered. */
    private boolean slowed;

    /**
     * @param waits how many waits have begun
     * @param now the time, in nanoseconds
     */
    Gathering(LongSupplier waits, long now) {
        this.waits = waits;
        trialAt = now;
        begin(Phase.QUIET, now, COUNTED);
    }

    /**
     * Whether it may be tried there: not with shared carriers, where each hand-over on one P wakes a thread of the
     * JDK's pool; and not if the Ps move in turn, as the watchdog does not take part in that.
     */
    static boolean mayBeIn(Scheduler s) {
        return s.isDedicated() && s.turns == null && s.processors.length > 1 && !Lingering.ONE_PROCESSOR;
    }

    /** Whether they are gathered now. Any thread. */
    boolean isOn() {
        return on;
    }

    /**
     * Whether they are gathered now, and there was a trial: then a thief leaves rings alone, too, as Go's do not. Any
     * thread.
     */
    boolean isProven() {
        return on && tried;
    }

    /** All Ps are idle: a trial that is under way says nothing. */
    void idle(long now) {
        if (phase != Phase.QUIET && phase != Phase.PAUSE) {
            trialIsOver(now);
        }
    }

    /**
     * Goes on with the trial, or begins one, if it is time.
     *
     * @param now in nanoseconds
     * @return when to look again at the latest, in nanoseconds from now; {@link Long#MAX_VALUE} while there is no
     *     trial, since each look of a watchdog takes time from somebody
     */
    long look(long now) {
        if (now - until >= 0) {
            next(now);
        }
        return phase == Phase.PAUSE || phase == Phase.QUIET ? Long.MAX_VALUE : until - now;
    }

    private void next(long now) {
        switch (phase) {
            case QUIET -> {
                if (!isBusy(now)) {
                    quiet(now, false);
                } else if (slowed) {
                    on = better;
                    begin(Phase.SETTLING_BACK, now, SETTLES); // a trial will say whether it was that
                } else {
                    pause(now);
                }
            }
            case PAUSE -> {
                if (isBusy(now)) {
                    begin(Phase.BEFORE, now, COUNTED);
                } else {
                    quiet(now, on);
                }
            }
            case BEFORE -> {
                rateBefore = rate(now);
                on = !better;
                begin(Phase.SETTLING, now, SETTLES);
            }
            case SETTLING -> begin(Phase.AFTER, now, COUNTED);
            case AFTER -> after(isBusy(now) && rate(now) > 1.1 * rateBefore, now);
            case SETTLING_BACK -> begin(Phase.BEFORE, now, COUNTED);
        }
    }

    private boolean isBusy(long now) {
        return rate(now) * MILLISECOND >= FEWEST;
    }

    private void after(boolean faster, long now) {
        tried = true;
        if (!faster) {
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            trialIsOver(now);
        } else if (wasFaster) {
            better = !better;
            pause = FIRST_PAUSE;
            trialIsOver(now);
        } else {
            wasFaster = true;
            on = better;
            begin(Phase.SETTLING_BACK, now, SETTLES);
        }
    }

    private void trialIsOver(long now) {
        trialAt = now + pause;
        pause(now);
    }

    /** Until it is time for the next trial; and at least long enough to see whether there is something to count. */
    private void pause(long now) {
        on = better;
        wasFaster = false;
        begin(Phase.PAUSE, now, Math.max(trialAt - now, COUNTED));
    }

    /**
     * Few wait.
     *
     * @param gathered whether they were gathered, which may be why
     */
    private void quiet(long now, boolean gathered) {
        slowed = gathered;
        on = false;
        wasFaster = false;
        begin(Phase.QUIET, now, COUNTED);
    }

    private void begin(Phase next, long now, long nanos) {
        phase = next;
        since = now;
        counted = waits.getAsLong();
        until = now + nanos;
    }

    /** Waits in a nanosecond, in this phase. */
    private double rate(long now) {
        return (double) (waits.getAsLong() - counted) / Math.max(1, now - since);
    }
}
