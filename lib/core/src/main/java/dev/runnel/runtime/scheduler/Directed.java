package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Chance;
import dev.runnel.runtime.choice.DirectedChance;
import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.choice.Director.Decision;
import dev.runnel.runtime.choice.VirtualClock;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.WakeCause;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of a deterministic run: one P, no watchdog, a clock that jumps, and every choice asked of a director.
 * It stands in for {@link WorkSearch}; queues, hand-overs, channels and select are the real ones.
 *
 * <p>A goroutine may be preempted wherever it calls the runtime, and before it ends; in between it runs alone. When
 * nobody can run, the first of these happens that is possible: timers that are due fire, one at least; a goroutine that
 * waits for quiet goes on; one that waits for the others goes on; the clock jumps to the next timer; the run is
 * deadlocked.
 *
 * <p>In a bubble none of that happens, but for timers that are due, while a goroutine waits on a channel from outside:
 * the P is put down, and goes to the goroutine that somebody outside wakes.
 */
final class Directed implements Search {

    final VirtualClock clock = new VirtualClock();
    final Chance chance;
    final DirectedTimers timers;

    /** Null if this is no bubble. */
    final @Nullable Home home;

    private final Scheduler s;
    private final Director director;

    /** Runnable and in no queue; the longest runnable first. Used by whoever holds the P. */
    private final ArrayList<Goroutine> runnable = new ArrayList<>();

    private final Alternatives alternatives = new Alternatives();

    /** Who is about to end, and may be among those. Used by whoever holds the P. */
    private final Set<Goroutine> ending = new HashSet<>();

    private @Nullable Goroutine awaitsQuiet;
    private @Nullable Goroutine awaitsOthers;

    /**
     * The goroutines of a bubble that wait on channels from outside, or have not gone on since. Used by whoever holds
     * the P.
     */
    private final Set<Goroutine> awaitOutside = new HashSet<>();

    Directed(Scheduler s, Director director, boolean bubble) {
        this.home = bubble ? new Home() : null;
        this.s = s;
        this.director = director;
        this.timers = new DirectedTimers(this, s, director);
        this.chance = new DirectedChance(bound -> choose(Decision.SELECT, bound, List.of()), clock);
    }

    int choose(Decision decision, int options, List<?> goroutines) {
        return options == 1 || s.isClosing() ? 0 : director.choose(decision, options, goroutines);
    }

    /** A goroutine makes a runtime of its own. */
    void makesAnother() {
        director.makesAnother();
    }

    void happens(Goroutine g, Act act, @Nullable Object on) {
        if (!s.isClosing()) {
            director.happens(g, act, on);
        }
    }

    /**
     * As {@link #happens}, by a caller that is in the midst of it, and can neither leave it nor do it again: without
     * memory to tell of it the run ends.
     */
    void tell(Goroutine g, Act act, @Nullable Object on) {
        try {
            happens(g, act, on);
        } catch (OutOfMemoryError e) {
            s.mainRun.lacksMemory(e);
        }
    }

    /** As {@link #tell}, of the clause that a select takes. */
    void takes(Goroutine g, int clause) {
        try {
            happens(g, Act.TAKE, clause);
        } catch (OutOfMemoryError e) {
            s.mainRun.lacksMemory(e);
        }
    }

    /**
     * A goroutine calls the runtime, or is about to end: lets another run first, if the director wants that, and then
     * tells the director of the call. Without memory to let another run the call fails, and nobody has run; without
     * memory to tell of it the call fails, too.
     */
    void about(Machine m, Goroutine g, Act act, @Nullable Object on) {
        letOthers(m, g, false);
        happens(g, act, on);
    }

    /**
     * Who sees that it has ended may come first.
     *
     * @param changed what changes besides by its end, if anything
     */
    void aboutToEnd(Machine m, Goroutine g, @Nullable Object changed) {
        ending.add(g);
        try {
            about(m, g, Act.END, changed);
        } finally {
            ending.remove(g);
        }
    }

    /**
     * Main is about to return, which cuts the others off: as {@link #about}, unless all that they would do is to end.
     */
    void aboutToReturn(Machine m, Goroutine g) {
        letOthers(m, g, true);
    }

    private void letOthers(Machine m, Goroutine g, boolean returns) {
        m.enterToFinish();
        boolean preempted;
        try {
            preempted = letsOther(m, g, returns);
        } catch (OutOfMemoryError e) {
            m.leave();
            throw e;
        }
        if (preempted) {
            m.awaitGrant();
        }
        m.leave();
    }

    /**
     * As {@link #about}, of a call that must not fail, since others wait for what it gives back: without memory it goes
     * on, and nobody runs first.
     */
    void aboutToGiveBack(Machine m, Goroutine g, Act act, @Nullable Object on) {
        try {
            about(m, g, act, on);
        } catch (OutOfMemoryError e) {
            return; // the goroutine has its P, and the others are as they were, or have had their turn
        }
    }

    private boolean allAreEnding() {
        return ending.containsAll(runnable) && s.live() == runnable.size() + 1;
    }

    /**
     * Gives whether the P is another's now. What may lack memory comes before anything is changed, but for the M of the
     * other: then that is undone; and for timers that are overdue, which have fired then or are due still.
     */
    private boolean letsOther(Machine m, Goroutine g, boolean returns) {
        if (!returns) {
            timers.fireOverdue(m.processor());
        }
        gather(m.processor());
        int pick = runnable.isEmpty() || (returns && allAreEnding())
                ? 0
                : choose(Decision.PREEMPT, runnable.size() + 1, alternatives.to(g));
        if (pick == 0) {
            return false;
        }
        int place = pick - 1;
        happens(runnable.get(place), Act.PREEMPT, g);
        Goroutine first = runnable.remove(place);
        g.become(GoroutineStatus.RUNNABLE);
        Recording recording = s.recording;
        if (recording != null) {
            recording.preempted(m.processor(), g);
        }
        runnable.add(g);
        try {
            s.dispatch.handOver(m, first);
        } catch (OutOfMemoryError e) {
            runnable.remove(runnable.size() - 1);
            runnable.add(place, first); // there is room: it was there before
            g.become(GoroutineStatus.RUNNING);
            if (recording != null) {
                recording.goesOn(m.processor(), g);
            }
            throw e;
        }
        return true;
    }

    @Override
    public @Nullable Goroutine find(Machine m) {
        Processor p = m.processor();
        while (true) {
            gather(p);
            if (!runnable.isEmpty()) {
                return runnable.remove(choose(Decision.NEXT, runnable.size(), runnable));
            }
            if (s.isClosing()) {
                if (s.ending.closeStep()) {
                    s.dispatch.endIdleMachines(p); // with the P: without memory for it, it is tried again
                    return putDown(m);
                }
            } else if (!awaitOutside.isEmpty() && !timers.areDue(p)) {
                return awaitOutside(m);
            } else if (!timers.fireDue(p)
                    && !wakeWhoAwaitsQuiet()
                    && !wakeWhoAwaitsOthers()
                    && !timers.advanceTime(p)) {
                if (s.mainRun.detectsDeadlock()) {
                    s.mainRun.deadlock();
                } else {
                    return putDown(m);
                }
            }
        }
    }

    /** Returns the goroutine that was woken from outside just now; else the P is free for the one that will be. */
    private @Nullable Goroutine awaitOutside(Machine m) {
        Goroutine late = putDown(m);
        if (late == null && s.isClosing()) {
            s.dispatch.kick(); // whoever closes it may have come before the P was free
        }
        return late;
    }

    private @Nullable Goroutine putDown(Machine m) {
        s.lock();
        try {
            Goroutine late = s.global.take();
            if (late == null) {
                s.putIdleLocked(m.release());
            }
            return late;
        } finally {
            s.unlock();
        }
    }

    private void gather(Processor p) {
        boolean more = true;
        while (more) {
            more = gathersOne(p);
        }
    }

    private boolean gathersOne(Processor p) {
        runnable.ensureCapacity(runnable.size() + 1); // first: a goroutine that is taken is in no queue
        Goroutine g = p.queue.take();
        if (g == null) {
            g = p.queue.takeNext();
        }
        if (g == null && !s.global.isEmpty()) {
            g = s.takeGlobal();
        }
        return g != null && runnable.add(g);
    }

    boolean canRun(Processor p) {
        gather(p);
        return !runnable.isEmpty();
    }

    // ---------------------------------------------------------------- waiting for whom

    /** As {@link #tell}: a goroutine is about to wait, and what it waits on may be locked. */
    void waits(Goroutine g, WaitReason reason, @Nullable Object on) {
        try {
            if (home != null && on instanceof Home.Homed channels && !channels.isWhollyOf(home)) {
                awaitOutside.add(g);
            }
            happens(g, Act.PARK, reason);
        } catch (OutOfMemoryError e) {
            s.mainRun.lacksMemory(e);
        }
    }

    /** As {@link #tell}, of when the wait ends by itself that a goroutine begins. */
    void limits(Goroutine g, long deadline) {
        try {
            happens(g, Act.LIMIT, deadline - clock.nanos());
        } catch (OutOfMemoryError e) {
            s.mainRun.lacksMemory(e);
        }
    }

    /** A goroutine that waited has the P again. */
    void goesOn(Goroutine g) {
        if (g.wokenFromOutside) {
            g.wokenFromOutside = false;
            tell(g, Act.WOKEN, null); // here and not when it was woken, which was on another thread
        }
        awaitOutside.remove(g);
    }

    // ---------------------------------------------------------------- waiting for the others

    /** The calling goroutine waits until no other can run without the clock moving on. */
    void awaitQuiet(Machine m, Goroutine g) {
        if (awaitsQuiet != null) {
            throw new IllegalStateException("wait already in progress");
        }
        happens(g, Act.QUIET, null); // a call, but nobody is to run first: all others that can will
        m.enter();
        awaitsQuiet = g;
        try {
            waitForOthers(g);
        } finally {
            if (awaitsQuiet == g) { // it could not wait, and a later wait of it is none for this
                awaitsQuiet = null;
            }
        }
    }

    /**
     * The calling goroutine waits until all others have ended, or none can run again but by its doing; the clock stands
     * still.
     */
    void awaitOthers(Machine m, Goroutine g) {
        m.enter();
        awaitsOthers = g;
        try {
            waitForOthers(g);
        } finally {
            if (awaitsOthers == g) { // likewise
                awaitsOthers = null;
            }
        }
    }

    private static void waitForOthers(Goroutine g) {
        g.openWait();
        g.waiting(WaitReason.QUIET, null);
        g.park(Strand.NO_DEADLINE, false);
    }

    private boolean wakeWhoAwaitsQuiet() {
        Goroutine waiting = awaitsQuiet;
        awaitsQuiet = null;
        return wake(waiting);
    }

    private boolean wakeWhoAwaitsOthers() {
        Goroutine waiting = awaitsOthers;
        awaitsOthers = null;
        return wake(waiting);
    }

    private static boolean wake(@Nullable Goroutine waiting) {
        if (waiting == null || !waiting.claimOpenWait()) {
            return false;
        }
        waiting.wakeWith(WakeCause.WAITER);
        waiting.ready();
        return true;
    }

    // ---------------------------------------------------------------- for tests of the runtime itself

    /** Checks that each runnable goroutine is in one place only and has no wait open. Called by whoever holds the P. */
    void check() {
        if (new HashSet<>(runnable).size() != runnable.size()) {
            throw new AssertionError("a goroutine is runnable twice: " + runnable);
        }
        for (Goroutine g : runnable) {
            if (g.status() != GoroutineStatus.RUNNABLE || g.hasOpenWait()) {
                throw new AssertionError(
                        g + " is among the runnable ones, and " + g.status() + ", waiting: " + g.hasOpenWait());
            }
        }
    }

    /** Who runs next, for each answer to whether the running goroutine goes on. */
    private final class Alternatives extends AbstractList<Goroutine> {
        private @Nullable Goroutine running;

        Alternatives to(Goroutine g) {
            running = g;
            return this;
        }

        @Override
        public Goroutine get(int index) {
            Goroutine g = running;
            return index == 0 && g != null ? g : runnable.get(index - 1);
        }

        @Override
        public int size() {
            return runnable.size() + 1;
        }
    }
}
