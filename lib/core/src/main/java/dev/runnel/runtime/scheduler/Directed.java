package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.DirectedChance;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.choice.Director.Decision;
import dev.runnel.runtime.choice.VirtualClock;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.queue.TimerHeap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of a deterministic run: one P, no watchdog, a clock that jumps, and every choice asked of a director. It
 * stands in for {@link WorkSearch}; queues, hand-overs, channels and select are the real ones.
 *
 * <p>A goroutine may be preempted wherever it calls the runtime; between two calls it runs alone. When nobody can run,
 * in this order: who waits for quiet goes on; the clock jumps to the next timer; the run is deadlocked.
 */
final class Directed {

    final VirtualClock clock = new VirtualClock();
    final Chance chance;
    private final Scheduler s;
    private final Director director;

    /** Runnable and in no queue; the longest runnable first. Used by who holds the P. */
    private final List<Goroutine> runnable = new ArrayList<>();

    private @Nullable Goroutine awaitsQuiet;

    Directed(Scheduler s, Director director) {
        this.s = s;
        this.director = director;
        this.chance = new DirectedChance(director, clock);
    }

    void happens(Goroutine g, Act act, @Nullable Object on) {
        director.happens(g, act, on);
    }

    /** A goroutine calls the runtime: lets another run first, if the director wants that. */
    void about(Machine m, Goroutine g, Act act, @Nullable Object on) {
        m.enterToFinish();
        gather(m.processor());
        if (!runnable.isEmpty()) {
            int pick = director.choose(Decision.PREEMPT, runnable.size() + 1);
            if (pick > 0) {
                Goroutine first = runnable.remove(pick - 1);
                director.happens(first, Act.PREEMPT, g);
                g.become(GoroutineStatus.RUNNABLE);
                runnable.add(g);
                s.dispatch.handOver(m, first);
                m.awaitGrant();
            }
        }
        m.leave();
        director.happens(g, act, on);
        if (s.isClosing()) {
            Checkpoint.pass(act, on);
        }
    }

    /** As {@link WorkSearch#find}. */
    @Nullable Goroutine find(Machine m) {
        Processor p = m.processor();
        while (true) {
            gather(p);
            if (!runnable.isEmpty()) {
                int n = runnable.size();
                return runnable.remove(n == 1 || s.isClosing() ? 0 : director.choose(Decision.NEXT, n));
            }
            if (s.isClosing()) {
                if (s.ending.closeStep()) {
                    return putDown(m);
                }
            } else if (!wakeWhoAwaitsQuiet() && !advanceTime(p)) {
                if (s.ending.detectsDeadlock()) {
                    s.ending.deadlock();
                } else {
                    return putDown(m);
                }
            }
        }
    }

    private @Nullable Goroutine putDown(Machine m) {
        s.lock();
        try {
            Goroutine late = s.global.take();
            if (late == null) {
                s.idle.put(m.release());
            }
            return late;
        } finally {
            s.unlock();
        }
    }

    private void gather(Processor p) {
        for (Goroutine g = p.queue.take(); g != null; g = p.queue.take()) {
            runnable.add(g);
        }
        Goroutine next = p.queue.takeNext();
        if (next != null) {
            runnable.add(next);
        }
        while (!s.global.isEmpty()) {
            Goroutine g = s.takeGlobal();
            if (g != null) {
                runnable.add(g);
            }
        }
    }

    /** Sets the clock to the next timer and fires all that are due then, in an order that the director chooses. */
    private boolean advanceTime(Processor p) {
        long earliest = p.timers.earliest();
        if (earliest == TimerHeap.NEVER) {
            return false;
        }
        clock.advanceTo(earliest);
        List<TimerHeap.Timer> due = p.timers.takeDue(clock.nanos());
        while (!due.isEmpty()) {
            int pick = due.size() == 1 ? 0 : director.choose(Decision.TIMER, due.size());
            due.remove(pick).fireNow();
        }
        return true;
    }

    /** The calling goroutine waits until no other can run without the clock moving on. */
    void awaitQuiet(Machine m, Goroutine g) {
        if (awaitsQuiet != null) {
            throw new IllegalStateException("wait already in progress");
        }
        m.enter();
        awaitsQuiet = g;
        g.openWait();
        g.waiting(dev.runnel.runtime.park.WaitReason.QUIET, null);
        g.park(dev.runnel.runtime.park.Strand.NO_DEADLINE, false);
    }

    private boolean wakeWhoAwaitsQuiet() {
        Goroutine waiting = awaitsQuiet;
        if (waiting == null) {
            return false;
        }
        awaitsQuiet = null;
        if (waiting.claimOpenWait()) {
            waiting.wakeWith(WakeCause.WAITER);
            waiting.ready();
        }
        return true;
    }
}
