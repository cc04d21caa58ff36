package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.scheduler.Body;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * M: a virtual thread that carries goroutines. It runs one from its first line to its last; while that one waits, the M
 * waits with it, having given its P to another M.
 */
final class Machine extends Grantee implements Listed, Runnable {

    static final String NAME = "runnel-M";
    private static final Body NOTHING = () -> {};

    /**
     * Only so many threads have their number in their names; that takes memory, and nobody reads a dump of a million.
     */
    private static final int MOST_NAMES = 10_000;

    static {
        FirstUse.isNow( // what it needs to find work for its P when its goroutine waits, which has queued up by then;
                // and to leave the list of Ms
                MethodHandles.lookup(), WorkSearch.class, Stealing.class, Met.class, Probe.class);
    }

    private final int id;
    private final Thread thread;
    private final String name;

    /** With a grant: the goroutine to start on it, if any. */
    @Nullable Goroutine start;

    /** Looks for work on behalf of a P that was idle; counted in the scheduler. */
    boolean spinning;

    /** With a grant: end the thread. */
    boolean end;

    // Links of the list of all Ms, and of the list of idle ones that it is in; guarded as these are.
    @Nullable Machine previous;

    @Nullable Listed next;

    @Nullable Machine nextIdle;

    Machine(Scheduler scheduler, long id) {
        super(scheduler);
        this.id = (int) id; // it takes half the memory, and begins anew after four billion
        this.name = id <= MOST_NAMES ? NAME + "-" + id : NAME;
        this.thread = scheduler.carriers.newThread(name, this, this);
    }

    /** The M that the caller runs on; null on a thread that is not an M's. */
    static @Nullable Machine current() {
        return Current.machine();
    }

    /** Its number in its scheduler. */
    long id() {
        return Integer.toUnsignedLong(id);
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
        if (passesOn()) {
            awaitGrant();
        }
    }

    // ---------------------------------------------------------------- waiting

    /**
     * Schedules another goroutine on this P, or puts the P down. Inside the runtime. A caller that waits after that
     * does so outside this method: a thread that waits keeps its stack, and what the search has in compiled code would
     * be a part of it.
     *
     * @return false if this M's own goroutine is to go on at once
     */
    boolean passesOn() {
        for (; ; ) {
            Goroutine chosen = scheduler.owed.ratherStarted(WorkSearch.find(this));
            if (chosen == g && chosen != null) {
                chosen.become(GoroutineStatus.RUNNING);
                Recording on = scheduler.recording;
                if (on != null) {
                    on.goesOn(processor(), chosen);
                }
                moveToCarrier();
                return false;
            }
            if (chosen == null || handsOver(chosen)) {
                return true;
            }
        }
    }

    /**
     * Returns whether the P is the other's now. Without memory for an M for that one, it queues up again, and the wait
     * of this M's own goroutine, which has one, is ended: otherwise all might wait for ever, as a goroutine that waits
     * gives no memory back.
     */
    boolean handsOver(Goroutine chosen) {
        try {
            scheduler.dispatch.handOver(this, chosen);
            return true;
        } catch (OutOfMemoryError e) {
            scheduler.putGlobal(chosen);
            endWait(Parking.NO_MACHINE);
            if (hasGrant()) { // another P runs it, and has this M
                scheduler.owed.endsSearch(this, e);
                return true;
            }
            spinForAMoment();
            return false;
        }
    }

    // ---------------------------------------------------------------- the thread

    @Override
    public void run() {
        if (!decides(true)) {
            return; // whoever could not start it has the P again, and the goroutine
        }
        try {
            awaitGrant(); // first: it has the P in hands, whatever there is no memory for
            beginsOnThread();
            while (takesUpNext()) {
                Throwable thrown = null;
                try {
                    takeBody().run(); // here, since a goroutine that waits keeps each frame below it
                } catch (Throwable e) {
                    thrown = e;
                    e = null; // and without variables that outlive it: an interpreted frame keeps what they last were
                }
                finish(thrown);
                thrown = null;
            }
        } catch (OutOfMemoryError e) { // before its first goroutine, or in a search that is not tried again
            end = true; // and nobody is told: others do what it had to do
        } finally {
            ends();
        }
    }

    private void beginsOnThread() {
        if (!dedicated) {
            Current.beginsOnShared(this);
        }
        restoreThread();
    }

    /** It still has a P if it could not be made like new for the next goroutine, or could not look for one. */
    private void ends() {
        try {
            noMoreSummons();
            Processor mine = processorOrNull();
            if (end && mine != null && !mine.isNowhere()) {
                scheduler.dispatch.leave(this, mine);
            }
        } finally {
            scheduler.ended(this);
        }
    }

    /** The goroutine to start next; null if the thread is to end. */
    private @Nullable Goroutine next() {
        while (!end) {
            Goroutine chosen = start != null ? start : WorkSearch.find(this);
            start = null;
            if (chosen != null && !chosen.hasStarted()) {
                moveToCarrier();
                return chosen;
            }
            Dispatch dispatch = scheduler.dispatch;
            if (!(chosen == null ? dispatch.rest(this) : dispatch.handOverAndRest(this, chosen))) {
                return null;
            }
            chosen = null; // as an idle M may wait for long, and nobody who looks for leaked goroutines is to see it
            awaitGrant();
        }
        return null;
    }

    /**
     * Takes up a goroutine to run from its first line on; returns whether there was one. If not, the thread is to end.
     */
    private boolean takesUpNext() {
        Goroutine mine = next();
        if (mine == null) {
            return false;
        }
        mine.startsOn(this);
        carry(mine);
        mine.become(GoroutineStatus.RUNNING);
        Recording on = scheduler.recording;
        if (on != null) {
            on.started(processor(), mine);
        }
        return true;
    }

    /** What it is to run now. */
    private Body takeBody() {
        Body body = goroutine().takeBody();
        processor().countStart();
        beginUserCode();
        return scheduler.isClosing() ? NOTHING : body;
    }

    /**
     * After its last line.
     *
     * @param thrown what its body did not catch, if there was something
     */
    private void finish(@Nullable Throwable thrown) {
        Goroutine mine = goroutine();
        Task told = mine.takeTask();
        Throwable failure = null;
        if (thrown != null && Goexit.is(thrown)) {
            scheduler.mainRun.exited(mine);
        } else if (thrown != null && !mine.wasCutOffBy(thrown)) {
            failure = thrown;
        }
        failure = tellDirector(mine, told, failure);
        if (failure != null) {
            scheduler.mainRun.failed(mine, failure);
        }
        restoreForNext(mine);
        enterToFinish();
        tellOfEnd(mine, failure != null);
        mine.become(GoroutineStatus.DEAD);
        processor().countEnd();
        try {
            mine.tellEnded();
            if (told != null) {
                told.ended(failure != null && scheduler.mainRun.isRun());
            }
        } catch (OutOfMemoryError e) { // somebody may wait for that in vain, and is not to do so unseen
            scheduler.mainRun.failed(mine, e);
        }
        carry(null);
        mine.leavesMachine();
    }

    /** Returns what the goroutine failed with after that. Whatever the director does, the goroutine has ended. */
    private @Nullable Throwable tellDirector(Goroutine mine, @Nullable Task told, @Nullable Throwable failure) {
        if (scheduler.directed != null) {
            try {
                if (failure == null) {
                    scheduler.directed.aboutToEnd(this, mine, told == null ? null : told.changesAtItsEnd());
                } else {
                    scheduler.directed.happens(mine, Act.FAIL, failure);
                }
            } catch (Throwable e) {
                return failure == null ? e : failure;
            }
        }
        return failure;
    }

    /** Without memory for that, no other goroutine may have this thread. */
    private void restoreForNext(Goroutine mine) {
        try {
            restoreThread();
        } catch (OutOfMemoryError e) {
            end = true;
            scheduler.mainRun.failed(mine, e);
        }
    }

    private void restoreThread() {
        ThreadReset.restore(thread, name, dedicated ? null : this);
    }

    private void tellOfEnd(Goroutine mine, boolean failed) {
        Recording on = scheduler.recording;
        if (on != null) {
            on.ended(processor(), mine, failed);
        }
    }

    @Override
    public String toString() {
        return "M" + id();
    }
}
