package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The timers of a scheduler, each in the heap of one of its Ps, and the clock by which they are due. */
public final class Timers {

    /** In nanoseconds. Each attempt may cost a garbage collection. */
    private static final long A_MOMENT = 1_000_000;

    private final Scheduler scheduler;
    private final @Nullable Directed directed;

    Timers(Scheduler scheduler) {
        this.scheduler = scheduler;
        directed = scheduler.directed;
    }

    /** The clock, in nanoseconds. */
    public long now() {
        return directed == null ? System.nanoTime() : directed.clock.nanos();
    }

    /** Whether a time of the others means the same here. */
    public boolean hasClockOf(Timers others) {
        return directed == others.directed;
    }

    /** Whether none of them fires any more, or soon: the runtime closes. */
    public boolean areOver() {
        return scheduler.isClosing();
    }

    /** When something that was due, but for which there was no memory, is tried again. */
    public long soon() {
        return now() + A_MOMENT;
    }

    /** The time of day by that clock. */
    public Instant timeOfDay() {
        return directed == null ? Instant.now() : directed.clock.instant();
    }

    /**
     * Adds a timer: to the heap of the caller's P if it has one here, else to some P's.
     *
     * @return the heap, for tests
     */
    public TimerHeap add(TimerHeap.Timer timer, long when) {
        Machine m = Machine.current();
        Processor mine = m == null || m.scheduler != scheduler ? null : m.processorOrNull();
        TimerHeap heap = (mine == null ? scheduler.processors[0] : mine).timers;
        add(heap, timer, when);
        return heap;
    }

    /** Adds a timer to the heap of a P; any thread. */
    void add(Processor p, WakeTimer timer, long when) {
        add(p.timers, timer, when);
    }

    private void add(TimerHeap heap, TimerHeap.Timer timer, long when) {
        if (heap.add(timer, when)) {
            scheduler.watchdog.timerAt(when);
        }
    }

    /** By a timer that fires: it gets back its place in the heap that it was in, and needs no memory for that. */
    public void addAgain(TimerHeap from, TimerHeap.Timer timer, long when) {
        if (from.addAgain(timer, when)) {
            scheduler.watchdog.timerAt(when);
        }
    }

    /**
     * Takes a timer out, if it is in a heap. A caller that has no P here may do this while nothing runs, and the timer
     * may have been the last thing by which anybody could be woken: so the watchdog, which waits for the time, looks
     * again.
     */
    public void takeOut(TimerHeap.Timer timer) {
        if (timer.takeOut() && scheduler.allIdle() && !scheduler.census.anyTimer()) {
            scheduler.watchdog.wake();
        }
    }

    /** Moves a timer; returns whether it was in a heap, and so still is. */
    boolean move(TimerHeap.Timer timer, long when) {
        boolean moved = timer.moveTo(when);
        if (moved) {
            scheduler.watchdog.timerAt(when);
        }
        return moved;
    }

    /**
     * Starts a goroutine on behalf of a timer, by whoever finds it due, or on behalf of another who is in the midst of
     * the runtime; nobody is its creator.
     *
     * @return false if the runtime is closed or closing, and it was not started
     */
    public boolean go(Body body) {
        if (scheduler.isClosing()) {
            return false;
        }
        Machine m = Machine.current();
        int before = m == null || m.scheduler != scheduler ? Machine.NONE : m.enterBriefly();
        if (m != null && before != Machine.NONE) {
            try {
                scheduler.creation.on(m.processor(), null, null, body);
            } finally {
                m.leaveBriefly(before); // also if there was no memory for it
            }
            m.endSliceIfOver();
            return true;
        }
        try {
            scheduler.creation.fromOutside(null, body);
            return true;
        } catch (RuntimeClosedException e) {
            return false;
        }
    }
}
