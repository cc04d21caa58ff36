package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/**
 * M: a virtual thread that carries goroutines. It runs one from its first line to its last; while that one waits, the M
 * waits with it, having given its P to another M.
 */
final class Machine extends Grantee implements Runnable {

    final long id;
    final Chance chance;
    private final Thread thread;
    private final String name;

    /** With a grant: the goroutine to start on it, if any. */
    @Nullable Goroutine start;

    /** Looks for work on behalf of a P that was idle; counted in the scheduler. */
    boolean spinning;

    /** With a grant: end the thread. */
    boolean end;

    // Links of the list of all Ms and of the list of idle ones; under the scheduler's locks.
    @Nullable Machine previous;

    @Nullable Machine next;

    @Nullable Machine nextIdle;

    Machine(Scheduler scheduler, long id) {
        super(scheduler);
        this.id = id;
        this.chance = scheduler.newChance(id);
        this.name = "runnel-M-" + id;
        this.thread = scheduler.carriers.newThread(name, this, this);
    }

    /** The M that the caller runs on; null on a thread that is none. */
    static @Nullable Machine current() {
        return Current.machine();
    }

    @Override
    Thread thread() {
        return thread;
    }

    @Override
    Machine self() {
        return this;
    }

    @Override
    void yieldSlice() {
        Goroutine mine = goroutine();
        mine.become(GoroutineStatus.RUNNABLE);
        Recording on = scheduler.recording;
        if (on != null) {
            on.yielded(processor(), mine);
        }
        boolean others = scheduler.dispatch.hasWorkFor(processor());
        scheduler.putGlobal(mine);
        if (others) { // else this M finds the goroutine itself, and whatever comes meanwhile wakes a spinner
            scheduler.dispatch.wakeSpinner();
        }
        waitUntilReady();
    }

    // ---------------------------------------------------------------- waiting

    /** Schedules another goroutine on this P; returns when this M's own is to run, with a P. Inside the runtime. */
    void waitUntilReady() {
        Goroutine chosen = WorkSearch.find(this);
        if (chosen == g && chosen != null) {
            chosen.become(GoroutineStatus.RUNNING);
            Recording on = scheduler.recording;
            if (on != null) {
                on.goesOn(processor(), chosen);
            }
            moveToCarrier();
            return;
        }
        if (chosen != null) {
            scheduler.dispatch.handOver(this, chosen);
        }
        awaitGrant();
    }

    // ---------------------------------------------------------------- the thread

    @Override
    public void run() {
        if (!dedicated) {
            Current.set(this); // else it is the thread's scheduler, which says it
        }
        ThreadReset.restore(thread, name);
        try {
            awaitGrant();
            while (!end) {
                Goroutine chosen = start != null ? start : WorkSearch.find(this);
                start = null;
                if (chosen != null && !chosen.hasStarted()) {
                    moveToCarrier();
                    execute(chosen);
                    continue;
                }
                Dispatch dispatch = scheduler.dispatch;
                if (!(chosen == null ? dispatch.rest(this) : dispatch.handOverAndRest(this, chosen))) {
                    return;
                }
                awaitGrant();
            }
        } finally {
            noMoreSummons();
            scheduler.ended(this);
        }
    }

    private void execute(Goroutine mine) {
        mine.machine = this;
        g = mine;
        mine.become(GoroutineStatus.RUNNING);
        Recording on = scheduler.recording;
        if (on != null) {
            on.started(processor(), mine);
        }
        Body body = mine.takeBody();
        Task told = body instanceof Task task ? task : null; // any other body is let go of when it has run
        beginUserCode();
        Throwable failure = null;
        try {
            if (!scheduler.isClosing()) {
                body.run();
            }
        } catch (Goexit exit) {
            scheduler.exited(mine);
        } catch (Throwable thrown) {
            failure = mine.wasCutOffBy(thrown) ? null : thrown;
        }
        if (scheduler.directed != null) {
            scheduler.directed.happens(mine, failure == null ? Act.END : Act.FAIL, failure);
        }
        if (failure != null) {
            scheduler.failed(mine, failure);
        }
        ThreadReset.restore(thread, name);
        enterToFinish();
        tellOfEnd(mine, failure != null);
        mine.become(GoroutineStatus.DEAD);
        processor().countEnd();
        mine.tellEnded();
        if (told != null) {
            told.ended(failure != null && scheduler.isClosing());
        }
        g = null;
    }

    private void tellOfEnd(Goroutine mine, boolean failed) {
        Recording on = scheduler.recording;
        if (on != null) {
            on.ended(processor(), mine, failed);
        }
    }

    @Override
    public String toString() {
        return "M" + id;
    }
}
