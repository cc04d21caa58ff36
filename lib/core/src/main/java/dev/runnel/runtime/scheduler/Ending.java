package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a runtime ends: main returns, a goroutine fails, nothing can run any more, or it is closed from outside. Each
 * leads to the same closing: goroutines that wait are woken and unwind through their {@code finally} blocks; those that
 * run do so at their next call into the runtime; those that are blocked in the JDK are interrupted. Then the threads
 * end.
 */
public final class Ending {

    private static final long LOOK_EVERY = 1_000_000;

    private enum Phase {
        OPEN,
        CLOSING,
        CLOSED
    }

    private final Scheduler scheduler;
    private volatile Phase phase = Phase.OPEN;
    private volatile @Nullable Thread runner;

    /** The closing has interrupted a goroutine in a call into the JDK. */
    private volatile boolean interruptedOne;

    private volatile @Nullable Thread closer;

    /**
     * A caller of {@link #close()} has waited as long as the settings say, and has logged the goroutines that did not
     * end.
     */
    private volatile boolean gaveUp;

    /** The runtimes that goroutines of this one close, and wait for: each once for each such goroutine. */
    private volatile List<Ending> awaited = List.of();

    /** To be done when this has closed. Added to under the monitor, before that. */
    private final Queue<Aside.Told> afterwards = new ArrayDeque<>(1);

    Ending(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * From now on the caller waits for the main goroutine, and is woken when the closing begins.
     *
     * @return false if somebody has waited for one already, or the runtime is not open any more
     */
    synchronized boolean isRunByCaller() {
        if (runner != null || phase != Phase.OPEN) {
            return false;
        }
        runner = Thread.currentThread();
        return true;
    }

    /** Who waits for the main goroutine; null if there is none, and nobody is to start one. */
    @Nullable Thread runner() {
        return runner;
    }

    /** A goroutine is interrupted in a call into the JDK, as the runtime closes. Before that is done. */
    void interruptsOne() {
        interruptedOne = true;
    }

    boolean hasInterruptedOne() {
        return interruptedOne;
    }

    boolean isClosing() {
        return phase != Phase.OPEN;
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    /**
     * Closes the runtime and waits, no longer than the settings say, until its goroutines have ended and its threads
     * are gone. Called by a goroutine that is to end before, as it is one of its own or its runtime is closed by one of
     * its own, it only begins. Does nothing more the second time: not even wait, if that was in vain.
     */
    public void close() {
        if (gaveUp || endsWithin(scheduler.config.closeTimeout())) {
            return;
        }
        GoroutineDump left = Dump.of(scheduler);
        if (!left.isEmpty()) {
            gaveUp = true;
            Safely.warn(
                    "goroutines that did not end in " + scheduler.config.closeTimeout() + " ("
                            + RuntimeConfig.CLOSE_TIMEOUT
                            + ") when their runtime closed; one that catches all that is thrown does not unwind:\n"
                            + left,
                    null);
        }
    }

    /** As {@link #close()}, but waits no longer than that, and gives the goroutines that have not ended. */
    public GoroutineDump close(Duration timeout) {
        endsWithin(timeout);
        return isClosed() ? new GoroutineDump(scheduler.timers.timeOfDay(), List.of(), 0, 0) : Dump.of(scheduler);
    }

    /** Closes the runtime and waits for its end, if it may. Gives whether that was in time. */
    private boolean endsWithin(Duration timeout) {
        long nanos = Durations.nanos(timeout);
        begin();
        Scheduler callers = Scheduler.current();
        if (callers == scheduler) {
            return true;
        }
        if (callers == null) {
            return endsWithin(nanos, null);
        }
        callers.ending.beginsToAwait(this);
        try {
            return endsWithin(nanos, callers.ending);
        } finally {
            callers.ending.endsToAwait(this);
        }
    }

    private synchronized void beginsToAwait(Ending other) {
        List<Ending> more = new ArrayList<>(awaited);
        more.add(other);
        awaited = more;
    }

    private synchronized void endsToAwait(Ending other) {
        List<Ending> fewer = new ArrayList<>(awaited);
        fewer.remove(other);
        awaited = fewer;
    }

    /** As {@link #endsWithin(Duration)}, by a goroutine of another runtime, or by a thread that is none. */
    private boolean endsWithin(long nanos, @Nullable Ending callers) {
        closer = Thread.currentThread();
        if (scheduler.directed != null) {
            scheduler.dispatch.kick(); // there is no watchdog to take the steps
        }
        boolean interrupted = false;
        boolean inTime = true;
        long deadline = Durations.deadline(System.nanoTime(), nanos);
        while (phase != Phase.CLOSED && inTime && !needs(callers)) {
            LockSupport.parkNanos(this, LOOK_EVERY);
            interrupted |= Thread.interrupted();
            inTime = deadline == Strand.NO_DEADLINE || System.nanoTime() - deadline < 0;
        }
        if (phase == Phase.CLOSED) {
            interrupted |= joinThreads();
            NetPoller.tellRuntimeEnded();
            assert Soundness.atEnd(scheduler);
            inTime = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return inTime;
    }

    /**
     * Whether this cannot end before the calling goroutine goes on, since a goroutine of it waits, perhaps through
     * others, for the caller's runtime to end. Who runs it waits all the same: it is its own goroutines that are to go
     * on.
     */
    private boolean needs(@Nullable Ending callers) {
        return callers != null
                && !awaited.isEmpty()
                && Thread.currentThread() != runner
                && awaits(callers, new HashSet<>());
    }

    private boolean awaits(Ending other, Set<Ending> seen) {
        for (Ending next : awaited) {
            if (next == other || (seen.add(next) && next.awaits(other, seen))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits for the threads to end, but in a deterministic run, where the last M ends the others; gives whether the
     * caller was interrupted.
     */
    private boolean joinThreads() {
        return scheduler.directed == null && scheduler.watchdog.join();
    }

    /** Gives whether it had not begun. */
    boolean begin() {
        synchronized (this) {
            if (phase != Phase.OPEN) {
                return false;
            }
            Checkpoint.arm();
            phase = Phase.CLOSING;
        }
        LockSupport.unpark(runner);
        scheduler.watchdog.wake();
        return true;
    }

    /**
     * One step of the closing; by the watchdog, or in a deterministic run by whoever holds the P, again and again.
     *
     * @return whether all goroutines have ended
     */
    boolean closeStep() {
        if (phase == Phase.CLOSED) {
            tellAfterwards(); // if there was no memory for that
            return true; // a deterministic run, whose P was taken up once more by the one that wanted it closed
        }
        for (Machine m : scheduler.machines.snapshot()) {
            Goroutine g = m.g;
            if (g != null) {
                g.unwind(m);
            }
        }
        if (scheduler.live() > 0) {
            return false;
        }
        Witness.closing(scheduler);
        Schedulers.remove(scheduler);
        Observers.closed(scheduler);
        Checkpoint.disarm(); // after what may fail for want of memory, and be done again
        if (scheduler.directed != null || scheduler.turns != null) {
            Checkpoint.disarmAfterRun();
        }
        synchronized (this) {
            phase = Phase.CLOSED;
        }
        LockSupport.unpark(closer);
        tellAfterwards();
        return true;
    }

    /**
     * Has an action run when the runtime has closed, at once if it has. That is done aside: it may run code of users.
     */
    public void afterwards(Runnable action) {
        Aside.Told told = new Aside.Told(action); // here: by then there may be no memory for it
        synchronized (this) {
            if (phase != Phase.CLOSED) {
                afterwards.add(told);
                return;
            }
        }
        Aside.run(told);
    }

    private void tellAfterwards() {
        for (Aside.Told told = afterwards.poll(); told != null; told = afterwards.poll()) {
            Aside.run(told);
        }
    }
}
