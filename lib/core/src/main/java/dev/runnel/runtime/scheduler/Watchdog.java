package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.queue.TimerHeap;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One platform thread per runtime that does what needs a look from outside; Go's {@code sysmon}. It fires timers that no
 * P has got round to, takes Ps from goroutines that are blocked in the JDK or have run too long while others wait, ends
 * slices, replaces carriers that are stuck, finds deadlocks, and closes the runtime. When all Ps are idle it sleeps until
 * the next timer.
 */
final class Watchdog implements Runnable {

    /** As Go's; the system's timers make it some 75 us. */
    private static final long SHORTEST_NAP = 20_000;

    private static final long LONGEST_NAP = 10_000_000;

    /** While a slice is over, or the runtime closes. */
    private static final long WATCHFUL_NAP = 1_000_000;

    /** So long a timer is left to the Ps while all of them run: each looks at its own whenever it looks for work. */
    private static final long GRACE = 1_000_000;

    /** Rounds without anything to do before naps get longer. */
    private static final int QUIET_ROUNDS = 50;

    /** Rounds in which all Ps are idle before it sleeps. */
    private static final int IDLE_ROUNDS = 3;

    /** How long a carrier may leave what was brought to it, in nanoseconds. */
    private static final long STUCK = 10_000_000;

    /** The slice of a P that is to go, in nanoseconds. */
    private static final long GOING = 10_000_000;

    private final Scheduler scheduler;
    private final Thread thread;
    private @Nullable DeadlockCheck deadlockCheck;

    // From one round to the next; its own.
    private int idleRounds;

    private int quietRounds;
    private long nap = SHORTEST_NAP;

    /** When it will look again at the latest, on the clock of {@link System#nanoTime()}. */
    private volatile long wakesAt = System.nanoTime();

    private volatile boolean asleep;

    /** Sleeps past the next timer, as all Ps run. */
    private volatile boolean lenient;

    Watchdog(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.thread = Thread.ofPlatform()
                .name("runnel-watchdog")
                .daemon()
                .inheritInheritableThreadLocals(false)
                .unstarted(this);
    }

    void start() {
        deadlockCheck = new DeadlockCheck(scheduler); // before any goroutine can start a thread
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
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

    /** Who is readied from here gets an idle P at once; if there is none it has to queue up, behind those who wake each other. */
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
                sleep(WATCHFUL_NAP); // there may be memory then; without this thread nobody who is stuck would get on
            }
        }
        for (boolean closed = false; !closed; ) {
            try {
                close();
                closed = true;
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(this, WATCHFUL_NAP);
            }
        }
    }

    private void round() {
        long now = System.nanoTime();
        scheduler.coarseClock.set(now);
        scheduler.schedTrace.look(now);
        retireCarriers();
        fireTimers(now);
        if (scheduler.allIdle()) {
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
            long longest = lookAtProcessors(now);
            quietRounds = longest == SHORTEST_NAP ? 0 : quietRounds + 1;
            nap = quietRounds < QUIET_ROUNDS ? SHORTEST_NAP : Math.min(longest, nap * 2);
            sleep(nap);
        }
    }

    private void fireTimers(long now) {
        for (Processor p : scheduler.processors) {
            long due = now - grace();
            if (p.timers.earliest() <= due) {
                p.timers.fireDue(due);
            }
        }
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
        asleep = true; // then look again: who takes a P up sees that, or we see that it was
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
        long left = until - System.nanoTime();
        if (!scheduler.isClosing() && (until == Long.MAX_VALUE || left > 0)) {
            if (until == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, left);
            }
        }
    }

    // ---------------------------------------------------------------- Ps that stand still

    /** Gives how long the watchdog may nap after this. */
    private long lookAtProcessors(long now) {
        long longest = LONGEST_NAP;
        for (Processor p : scheduler.processors) {
            Machine holder = p.holder;
            boolean sameSlice = holder != null && p.seenHolder != null && p.tick == p.seenTick;
            boolean standsStill = sameSlice && holder == p.seenHolder && p.handOvers == p.seenHandOvers;
            if (!sameSlice) {
                p.seenSince = now;
            }
            if (!standsStill) {
                p.seenBlocked = false;
                p.seenAsleep = false;
                p.seenArrivalsSince = 0;
            }
            p.seenHolder = holder;
            p.seenTick = p.tick;
            p.seenHandOvers = p.handOvers;
            if (holder != null) {
                giveWayToPool(p, now);
                boolean news = standsStill && lookAt(p, holder, now);
                longest = Math.min(longest, news ? SHORTEST_NAP : p.sliceOver ? WATCHFUL_NAP : LONGEST_NAP);
                if (!standsStill) {
                    endSlice(p, now);
                }
            }
        }
        return longest;
    }

    /**
     * A P's goroutines that wake each other stay on one carrier of the JDK's pool, and keep it from whatever was given to the
     * pool from outside: also if each has a slice of its own.
     */
    private void giveWayToPool(Processor p, long now) {
        if (!scheduler.isDedicated()
                && now - p.gaveWayAt >= scheduler.config.timeSlice().toNanos()) {
            p.gaveWayAt = now;
            p.poolIsDue = true;
        }
    }

    /** Gives whether it did something, or has to look again soon to know whether it should. */
    private boolean lookAt(Processor p, Machine holder, long now) {
        boolean parked = isBlocked(holder.thread().getState());
        boolean blocked = parked && holder.isInUserCode();
        boolean again = blocked && p.seenBlocked;
        boolean first = blocked && !again;
        p.seenBlocked = blocked;
        boolean overdue = endSlice(p, now);
        boolean wanted = overdue && (p.goes() || scheduler.dispatch.hasWorkFor(p));
        boolean news = (wanted || p.poolIsDue) && summon(p, holder);
        Carrier stuck = stuckCarrier(p, now);
        if (stuck != null) {
            replaceCarrier(p, stuck);
            return true;
        }
        if (again || (wanted && !news)) {
            return retake(p, holder, again ? Holder.Why.BLOCKED : Holder.Why.OVERDUE);
        }
        return wakeAgain(p, holder, parked) || first;
    }

    /**
     * An M that was given a P, and still sleeps: some JDKs lose a wake-up now and then; or it is the next at a carrier whose thread is stuck, and
     * goes to another.
     */
    private static boolean wakeAgain(Processor p, Machine holder, boolean parked) {
        boolean asleep = holder.sleepsThroughGrant(parked);
        boolean again = asleep && p.seenAsleep;
        p.seenAsleep = asleep;
        if (again) {
            holder.wakeAgain();
        }
        return asleep;
    }

    /** The carrier of a P if someone is pinned to it, so that the holder, or who else was brought there, cannot get on. */
    private static @Nullable Carrier stuckCarrier(Processor p, long now) {
        Carrier carrier = p.carrier;
        if (carrier == null || !carrier.hasArrivals()) {
            p.seenArrivalsSince = 0;
            return null;
        }
        if (p.seenArrivalsSince == 0) {
            p.seenArrivalsSince = now;
            return null;
        }
        return now - p.seenArrivalsSince < STUCK ? null : carrier;
    }

    /** Asks a holder to look up at its next call, whatever call; gives whether this is news to it. */
    private static boolean summon(Processor p, Machine holder) {
        boolean news = holder.summon();
        if (p.holder != holder) {
            holder.dropSummons(); // it had parked before, perhaps
        }
        return news;
    }

    private static boolean isBlocked(Thread.State state) {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING || state == Thread.State.BLOCKED;
    }

    /** Marks a slice that has lasted too long, also one that several goroutines share by waking each other. */
    private boolean endSlice(Processor p, long now) {
        if (now - p.seenSince < (p.goes() ? GOING : scheduler.config.timeSlice().toNanos())) {
            return false;
        }
        p.sliceOver = true;
        return true;
    }

    private boolean retake(Processor p, Machine holder, Holder.Why why) {
        if (scheduler.isDedicated() && !p.goes() && !scheduler.spares.mayAdd()) {
            return false; // its next holder would have nothing to run on
        }
        Processor taken = holder.take(why);
        if (taken == null) {
            return false;
        }
        String report = null;
        try { // an OutOfMemoryError may come out of this
            Carrier carrier = taken.carrier;
            if (carrier != null && !taken.goes()) {
                replaceCarrier(taken, carrier);
            }
            holder.summon();
            if (why == Holder.Why.OVERDUE && scheduler.config.reports().hogs()) {
                report = HogReport.of(scheduler, holder.goroutine(), taken);
            }
        } finally {
            holder.lost();
            scheduler.dispatch.handOff(taken);
        }
        if (report != null) {
            HogReport.log(report);
        }
        return true;
    }

    private void replaceCarrier(Processor p, Carrier stuck) {
        Carrier fresh = scheduler.spares.make(p);
        if (fresh != null) {
            scheduler.spares.replace(p, stuck, fresh);
        }
    }

    /** Of Ps that are no more: who is still on such a carrier, or comes to it, goes to that of P0, which always is there. */
    private void retireCarriers() {
        for (Carrier carrier : scheduler.procs.takeCarriers()) {
            carrier.retireFor(() -> scheduler.spares.inPlaceOf(scheduler.processors[0]));
        }
    }

    // ---------------------------------------------------------------- the end

    private void close() {
        while (!scheduler.ending.closeStep()) {
            scheduler.coarseClock.set(System.nanoTime());
            retireCarriers();
            fireTimers(System.nanoTime());
            if (!scheduler.allIdle()) {
                lookAtProcessors(System.nanoTime());
            }
            LockSupport.parkNanos(this, WATCHFUL_NAP);
        }
        scheduler.dispatch.endIdleMachines();
        while (scheduler.machines.size() > 0) {
            LockSupport.parkNanos(this, WATCHFUL_NAP);
            scheduler.dispatch.endIdleMachines();
        }
        scheduler.procs.end();
        retireCarriers();
        for (Processor p : scheduler.procs.known()) {
            Carrier carrier = p.carrier;
            if (carrier != null) {
                carrier.stop();
            }
        }
        scheduler.carriers.join();
    }

    /** Waits until the runtime's threads have ended; gives whether the caller was interrupted. */
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
