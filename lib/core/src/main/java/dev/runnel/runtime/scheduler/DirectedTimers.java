package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Decision;
import dev.runnel.runtime.queue.TimerHeap;
import java.util.List;

/**
 * The timers of a deterministic run; used by whoever holds the P. They fire when nobody can run: those that are due, in
 * an order that the director chooses, else those to which the clock jumps.
 *
 * <p>Timers that are due also fire while somebody can run, when there have been {@value #CALLS_WHILE_DUE} calls since
 * they were due, or since others fired: otherwise a goroutine that polls for one of them would wait for ever.
 */
final class DirectedTimers {

    /** How many calls, by any goroutines, timers that are due may be left for later. */
    private static final int CALLS_WHILE_DUE = 200;

    private final Directed run;
    private final Scheduler s;
    private final Director director;

    /** How many calls and ends there were since timers became due, or since any fired. */
    private int callsWhileDue;

    DirectedTimers(Directed run, Scheduler s, Director director) {
        this.run = run;
        this.s = s;
        this.director = director;
    }

    boolean areDue(Processor p) {
        return p.timers.earliest() <= run.clock.nanos();
    }

    /** {@link TimerHeap#NEVER} if there is none. */
    long untilNext() {
        long earliest = s.processors[0].timers.earliest();
        return earliest == TimerHeap.NEVER ? earliest : earliest - run.clock.nanos();
    }

    /** The clock jumps to the next timer, which fires, unless it is stopped meanwhile; gives whether there was one. */
    boolean advanceTime(Processor p) {
        long earliest = p.timers.earliest();
        if (earliest == TimerHeap.NEVER) {
            return false;
        }
        run.clock.advanceTo(earliest);
        director.timePasses(run.clock.nanos());
        fireDue(p);
        return true;
    }

    /** At a call: fires all timers that are due, if too many calls were made meanwhile. */
    void fireOverdue(Processor p) {
        if (!areDue(p) || s.isClosing()) {
            callsWhileDue = 0;
        } else if (++callsWhileDue > CALLS_WHILE_DUE) {
            director.overdueFire();
            fireDue(p, true);
        }
    }

    /** Gives whether any has fired. Perhaps not all fire, if somebody can run after the first. */
    boolean fireDue(Processor p) {
        return fireDue(p, false);
    }

    /**
     * Fires the timers that are due, in an order that the director chooses. Each is in the heap until it fires: what
     * another does may stop it.
     *
     * @param all also if somebody can run after the first
     */
    private boolean fireDue(Processor p, boolean all) {
        callsWhileDue = 0;
        long now = run.clock.nanos();
        boolean fired = false;
        List<TimerHeap.Timer> due = List.of();
        int changes = -1;
        for (; ; ) {
            if (due.isEmpty() || p.timers.changes() != changes) { // what a timer does may set and stop others
                due = p.timers.due(now);
                changes = p.timers.changes();
            }
            if (due.isEmpty()) {
                return fired;
            }
            int orLater = !all && fired && run.canRun(p) ? 1 : 0;
            int pick = run.choose(Decision.TIMER, due.size() + orLater, List.of());
            if (pick == due.size()) {
                return true;
            }
            TimerHeap.Timer next = due.remove(pick);
            if (p.timers.fire(next)) { // else a thread that is not of the run was faster
                changes++;
                fired = true;
            }
        }
    }
}
