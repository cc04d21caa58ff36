package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.carrier.OwnThreads;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.queue.TimerHeap;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One platform thread per runtime that does what needs a look from outside; Go's {@code sysmon}. It fires timers that
 * no P has got round to, looks at the Ps ({@link Retaking}) or, when all are idle, for a deadlock, sees to it that
 * their number follows that of the processors ({@link Procs}), and closes the runtime. When all Ps are idle it sleeps
 * until the next timer.
 */
final class Watchdog implements Runnable {

    static {
        FirstUse.isNow(MethodHandles.lookup(), NetPoller.class); // asked when a P is put down, maybe without memory
    }

    /** As Go's; the system's timers make it some 75 us. */
    static final long SHORTEST_NAP = 20_000;

    static final long LONGEST_NAP = 10_000_000;

    /** While a slice is over, or the runtime closes. */
    static final long WATCHFUL_NAP = 1_000_000;

    /** How long a timer is left to the Ps while all of them run: each looks at its own whenever it looks for work. */
    private static final long GRACE = 1_000_000;

    /** It wakes so much later than it was to, in nanoseconds, if the process stood still, or has few processors. */
    private static final long LATE = 5_000_000;

    /** Rounds without anything to do before naps get longer. */
    private static final int QUIET_ROUNDS = 50;

    /** Rounds in which all Ps are idle before it sleeps. */
    private static final int IDLE_ROUNDS = 3;

    private final Scheduler scheduler;
    private final Thread thread;
    final Retaking retaking;
    private @Nullable DeadlockCheck deadlockCheck;

    /** Gives the carrier of P0. */
    private final Supplier<Carrier> first;

    // From one round to the next; its own.
    private int idleRounds;

    private int quietRounds;
    private long nap = SHORTEST_NAP;
    private volatile boolean fires;

    /** When it will look again at the latest, on the clock of {@link System#nanoTime()}. */
    private volatile long wakesAt = System.nanoTime();

    private volatile boolean asleep;

    /** Sleeps past the next timer, because all Ps run. */
    private volatile boolean lenient;

    Watchdog(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.retaking = new Retaking(scheduler);
        this.first = () -> scheduler.spares.inPlaceOf(scheduler.processors[0]);
        this.thread = OwnThreads.named("runnel-watchdog").unstarted(this);
    }

    void start() {
        deadlockCheck = new DeadlockCheck(scheduler); // before any goroutine can start a thread
        thread.start();
    }

    /** Until when it sleeps, or would; for tests. */
    long wakesAt() {
        return wakesAt;
    }

    void wake() {
        if (Thread.currentThread() != thread) { // else its next nap, which is of its own choice, would be none
            LockSupport.unpark(thread);
        }
    }

    /** A timer was added that is the earliest of its heap. */
    void timerAt(long when) {
        if (when < wakesAt - grace()) {
            LockSupport.unpark(thread);
        }
    }

    /** A P has joined the idle list. Not under the scheduler's lock. */
    void someIdle() {
        NetPoller.tellIdle(scheduler);
        if (lenient) {
            lenient = false;
            timerAt(earliestTimer());
        }
    }

    /**
     * A goroutine that is readied from here gets an idle P at once; if there is none, it has to queue up behind those
     * that wake each other.
     */
    private long grace() {
        return scheduler.idle.processors() > 0 ? 0 : GRACE;
    }

    /** A P has left the idle list, which had them all. */
    void somethingRuns() {
        if (asleep) {
            asleep = false;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        while (!scheduler.isClosing()) {
            try {
                round();
            } catch (OutOfMemoryError e) {
                waitForMemory(); // without this thread nobody who is stuck would get on
            }
        }
        for (boolean closed = false; !closed; ) {
            try {
                close();
                closed = true;
            } catch (OutOfMemoryError e) {
                waitForMemory();
            }
        }
    }

    /** Not only until a timer is due: that timer may be what lacks memory. */
    private void waitForMemory() {
        Thread.interrupted();
        LockSupport.parkNanos(this, WATCHFUL_NAP);
    }

    private void round() {
        long now = System.nanoTime();
        scheduler.coarseClock.set(now);
        scheduler.schedTrace.look(now);
        retireCarriers();
        fireTimers(now);
        boolean owes = scheduler.owed.seeTo(now);
        if (owes && scheduler.allIdle()) {
            waitForMemory();
        } else if (scheduler.allIdle()) {
            scheduler.gathering.idle(now);
            retaking.forgetHolders(); // nobody holds a P
            idleRounds++;
            long wakeUps = scheduler.wakeUps();
            long recheck = Objects.requireNonNull(deadlockCheck).look();
            if (idleRounds > IDLE_ROUNDS) {
                sleepWhileIdle(recheck, wakeUps);
                quietRounds = 0;
            } else {
                sleep(LONGEST_NAP);
            }
        } else {
            idleRounds = 0;
            Objects.requireNonNull(deadlockCheck).forget();
            scheduler.procs.look(now);
            long longest = retaking.look(now, now - wakesAt >= LATE);
            quietRounds = longest == SHORTEST_NAP ? 0 : quietRounds + 1;
            nap = quietRounds < QUIET_ROUNDS ? SHORTEST_NAP : Math.min(longest, nap * 2);
            sleep(Gathering.mayBeIn(scheduler) ? Math.min(nap, scheduler.gathering.look(now)) : nap);
        }
    }

    private void fireTimers(long now) {
        for (Processor p : scheduler.processors) {
            long due = now - grace();
            if (p.timers.earliest() <= due) {
                fires = true;
                try {
                    p.timers.fireDue(due);
                } finally {
                    fires = false;
                }
            }
        }
    }

    /**
     * Whether it is firing a timer, which is no longer in a heap, and may wake anybody. For a caller that has looked
     * for timers and found none.
     */
    boolean fires() {
        return fires;
    }

    private long earliestTimer() {
        long earliest = TimerHeap.NEVER;
        for (Processor p : scheduler.processors) {
            earliest = Math.min(earliest, p.timers.earliest());
        }
        return earliest;
    }

    /** Sleeps at most so long, and not past the next timer. */
    private void sleep(long nanos) {
        park(planned(nanos));
    }

    /**
     * As {@link #sleep}, and until a P leaves the idle list at the latest.
     *
     * @param wakeUps how many had left it before the caller looked around; if more have since, there is no sleep
     */
    void sleepWhileIdle(long nanos, long wakeUps) {
        asleep = true; // then look again: whoever takes a P up sees that, or we see that it was
        long until = planned(nanos);
        if (scheduler.allIdle() && scheduler.wakeUps() == wakeUps) {
            park(until);
        }
        asleep = false;
    }

    private long planned(long nanos) {
        long until = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
        until = Math.min(until, scheduler.schedTrace.due());
        wakesAt = until;
        lenient = true;
        long grace = grace(); // read after lenient was written: the first to be idle sees that, or we see that one
        lenient = grace > 0;
        long earliest = earliestTimer(); // read after wakesAt was written: an adder sees that, or we see the timer
        until = Math.min(until - grace, earliest) + grace;
        wakesAt = until;
        return until;
    }

    private void park(long until) {
        Thread.interrupted(); // it means nothing to this thread, but no wait would last any more
        long left = until - System.nanoTime();
        if (!scheduler.isClosing() && (until == Long.MAX_VALUE || left > 0)) {
            if (until == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
            }
        }
    }

    // ---------------------------------------------------------------- the end

    private void close() {
        Thread.interrupted();
        while (!scheduler.ending.closeStep()) {
            scheduler.coarseClock.set(System.nanoTime());
            retireCarriers();
            fireTimers(System.nanoTime());
            if (!scheduler.allIdle()) {
                retaking.look(System.nanoTime(), false);
            }
            scheduler.owed.seeTo(System.nanoTime());
            LockSupport.parkNanos(this, WATCHFUL_NAP);
        }
        scheduler.dispatch.endIdleMachines();
        while (scheduler.machines.size() > 0) {
            LockSupport.parkNanos(this, WATCHFUL_NAP);
            scheduler.dispatch.endIdleMachines();
        }
        scheduler.procs.end();
        retireCarriers();
        scheduler.procs.stopCarriers();
        scheduler.carriers.join();
    }

    /**
     * Retires the carriers of Ps that are no more: whoever is still on one, or comes to it, goes to that of P0, which
     * is always there.
     */
    private void retireCarriers() {
        List<Carrier> left = scheduler.procs.takeCarriers();
        if (!left.isEmpty()) { // else not even an iterator: there may be no memory for it
            left.forEach(carrier -> carrier.retireFor(first));
        }
    }

    /** Waits until the runtime's threads have ended; returns whether the caller was interrupted. */
    boolean join() {
        return joinUninterruptibly(thread);
    }

    private static boolean joinUninterruptibly(Thread ending) {
        boolean interrupted = false;
        while (ending.isAlive()) {
            try {
                ending.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted;
    }
}
