package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.SharedCarriers;
import dev.runnel.runtime.queue.TimerHeap;
import java.util.Objects;

/** What a goroutine of a deterministic run may ask of that run. */
public final class DirectedRun {

    /** What {@link #untilNextTimer()} says if there is none. */
    public static final long NO_TIMER = TimerHeap.NEVER;

    private DirectedRun() {}

    /** Whether the caller is a goroutine of one. */
    public static boolean isCallerIn() {
        Machine m = Machine.current();
        return m != null && m.scheduler.directed != null;
    }

    /**
     * Refuses a caller that is in none.
     *
     * @throws IllegalStateException outside a deterministic run
     */
    public static void checkCaller() {
        Machine unused = caller();
    }

    /**
     * The caller waits until no other can run without the clock moving on.
     *
     * @throws IllegalStateException outside a deterministic run
     */
    public static void awaitQuiet() {
        Machine m = caller();
        directed(m).awaitQuiet(m, m.goroutine());
    }

    /**
     * The caller waits until all others have ended or none can run again unless the caller or the clock lets it; the
     * clock stands still meanwhile.
     *
     * @throws IllegalStateException outside a deterministic run
     */
    public static void awaitOthers() {
        Machine m = caller();
        directed(m).awaitOthers(m, m.goroutine());
    }

    /**
     * The caller is main, and about to return: lets others run first, if the director wants that.
     *
     * @throws IllegalStateException outside a deterministic run
     */
    public static void aboutToReturn() {
        Machine m = caller();
        directed(m).aboutToReturn(m, m.goroutine());
    }

    /**
     * After how many nanoseconds the next timer is due; 0 or less if it is due now.
     *
     * @throws IllegalStateException outside a deterministic run
     */
    public static long untilNextTimer() {
        return directed(caller()).timers.untilNext();
    }

    /**
     * Whether whoever waits for such a run has to {@linkplain #rouse rouse} it, every ten milliseconds or so: there is
     * no watchdog, and the JDK's pool may oversleep.
     */
    public static boolean haveToBeRoused() {
        return SharedCarriers.poolMayOversleep();
    }

    /**
     * Makes the JDK's pool look for work, and wakes whoever sleeps through its turn. Called by platform threads, for
     * each run by one.
     */
    public static void rouse(Scheduler run) {
        Retaking.rouse(run);
    }

    private static Machine caller() {
        Machine m = Machine.current();
        if (m == null || m.scheduler.directed == null) {
            throw new IllegalStateException("goroutine is not in a bubble");
        }
        return m;
    }

    private static Directed directed(Machine m) {
        return Objects.requireNonNull(m.scheduler.directed);
    }
}
