package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.choice.XorShift;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets the Ps of a runtime move one at a time, in turn, so that a run on several Ps is the same each time. Everything
 * else is as in any run: queues, stealing, spinning, hand-overs and the watchdog, which has nothing to do.
 *
 * <p>A turn lasts until the goroutine on the P next calls the runtime, until the P has stolen something, or until it is
 * put down; the next P that is not idle follows. An M that waits for the turn of its P is inside the runtime, so that
 * nobody takes that P. The run is deterministic only if no thread from outside takes part and nothing depends on time.
 */
public final class Turns implements Search {

    /** Is told of each turn; called by one thread at a time. */
    public interface Observer {

        /** A goroutine goes on and does this first. */
        void does(int processor, Goroutine g, Act act);

        /** It has taken a goroutine from another P. */
        void steals(int processor, Goroutine g);

        /** The turn is over; its goroutine, if it has one. */
        void endOfTurn(int processor, @Nullable Goroutine g);
    }

    private static final int NOBODY = -1;

    /** Of all Ms: the one whose turn it is draws. */
    final Chance chance = new XorShift(1);

    private final Scheduler s;
    private final Observer observer;

    /** The P whose turn it is. Under the monitor. */
    private int turn = NOBODY;

    /** The thread that waits for the turn of each P. Under the monitor. */
    private final @Nullable Thread[] waiting;

    Turns(Scheduler s, Observer observer) {
        this.s = s;
        this.observer = observer;
        this.waiting = new Thread[s.config.procs()];
    }

    /** What is queued at a P, the oldest first and {@code next} last; by the observer. */
    public List<Goroutine> queued(int processor) {
        List<Goroutine> all = new ArrayList<>(s.processors[processor].thief.elements());
        if (s.processors[processor].thief.hasNext()) {
            Collections.rotate(all, -1);
        }
        return all;
    }

    /** The goroutines that wait for another, in the order of their numbers; by the observer. */
    public List<Goroutine> waiting() {
        return s.machines.goroutines().stream()
                .filter(g -> g.status() == GoroutineStatus.WAITING)
                .sorted(Comparator.comparingLong(Goroutine::id))
                .toList();
    }

    /** A goroutine calls the runtime. */
    void about(Machine m, Goroutine g, Act act) {
        m.enterToFinish();
        Processor p = m.processor();
        pass(p, g);
        await(p);
        observer.does(p.id, g, act);
        m.leave();
    }

    @Override
    public @Nullable Goroutine find(Machine m) {
        Processor p = m.processor();
        await(p);
        long steals = p.steals;
        Goroutine found = WorkSearch.find(m, s.continuations);
        if (found == null) {
            pass(p, null);
        } else if (p.steals != steals) {
            observer.steals(p.id, found);
            pass(p, found);
            await(p);
        }
        return found;
    }

    private void await(Processor p) {
        while (!isTurnOf(p)) {
            LockSupport.park(this);
        }
    }

    private synchronized boolean isTurnOf(Processor p) {
        if (turn == NOBODY) {
            turn = p.id;
        }
        boolean mine = turn == p.id;
        waiting[p.id] = mine ? null : Thread.currentThread();
        return mine;
    }

    private void pass(Processor p, @Nullable Goroutine g) {
        observer.endOfTurn(p.id, g);
        LockSupport.unpark(next(p));
    }

    private synchronized @Nullable Thread next(Processor p) {
        turn = NOBODY;
        for (int i = 1; i <= waiting.length && turn == NOBODY; i++) {
            Processor other = s.processors[(p.id + i) % waiting.length];
            if (!other.idle) {
                turn = other.id;
            }
        }
        return turn == NOBODY ? null : waiting[turn];
    }
}
