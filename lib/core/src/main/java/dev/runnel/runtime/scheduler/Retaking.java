package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.carrier.Carrier;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.text.Safely;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * Takes Ps from goroutines that are blocked in the JDK or have run too long while others wait, ends slices, and
 * replaces carriers that are stuck; Go's {@code retake}. By the watchdog, which looks at each P again and again: what
 * has not moved since it looked last stands still.
 */
final class Retaking {

    static {
        // There may be no memory when it is used first, and the watchdog must not end.
        FirstUse.isNow(MethodHandles.lookup(), Holder.Why.class, Aside.class, Safely.class);
    }

    /** How long a carrier may leave what was brought to it, in nanoseconds. */
    private static final long STUCK = 10_000_000;

    /**
     * How long a P may stand still before the JDK's pool is told to look for work, and how long until it is told again,
     * in nanoseconds.
     */
    static final long STILL = 10_000_000;

    /** The slice of a P that is to go, in nanoseconds. */
    private static final long GOING = 10_000_000;

    private final Scheduler scheduler;
    private final long timeSlice; // ns

    Retaking(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.timeSlice = Durations.nanos(scheduler.config.timeSlice());
    }

    /**
     * After this no P, not even one that is gone, refers to the M that held it at the last look: that M may have ended,
     * or wait. Also by other threads than the watchdog, to which the holders are then new at its next look.
     */
    void forgetHolders() {
        for (Processor p : scheduler.procs.known()) {
            p.seenHolder = null;
        }
    }

    /**
     * Returns how long the watchdog may nap after this.
     *
     * @param late whether it comes much later than it was to. Then the process may have stood still, or its threads may
     *     have waited for a processor, and a goroutine in the midst of a slice may have had no time to make a call:
     *     slices begin anew, but each only once
     */
    long look(long now, boolean late) {
        long longest = Math.max(Watchdog.SHORTEST_NAP, Math.min(Watchdog.LONGEST_NAP, timeSlice));
        for (Processor p : scheduler.processors) {
            Machine holder = p.holder;
            boolean sameSlice = holder != null && p.seenHolder != null && p.tick == p.seenTick;
            boolean standsStill = sameSlice && holder == p.seenHolder && p.handOvers == p.seenHandOvers;
            boolean begins = p.tickTakenUp != p.seenTickTakenUp;
            if (!sameSlice
                    || begins
                    || (holder != null && holder.spinning)) { // an M that looks for work, and naps, has begun no slice
                p.seenSince = now;
                p.seenAnew = false;
            } else if (late && !p.seenAnew) {
                p.seenSince = now;
                p.seenAnew = true;
            }
            if (!standsStill) {
                p.seenBlocked = false;
                p.seenAsleep = false;
                p.seenArrivalsSince = 0;
                p.seenStillSince = now;
            }
            p.seenHolder = holder;
            p.seenTick = p.tick;
            p.seenTickTakenUp = p.tickTakenUp;
            p.seenHandOvers = p.handOvers;
            if (holder != null) {
                giveWayToPool(p, now);
                boolean news = standsStill && lookAtOrLeave(p, holder, now);
                if (news) {
                    longest = Watchdog.SHORTEST_NAP;
                } else if (p.sliceOver) {
                    longest = Math.min(longest, Watchdog.WATCHFUL_NAP);
                }
                if (!standsStill) {
                    endSlice(p, now);
                }
            }
        }
        return longest;
    }

    /**
     * A P's goroutines that wake each other stay on one carrier of the JDK's pool, and keep it from whatever was given
     * to the pool from outside, even if each has a slice of its own.
     */
    private void giveWayToPool(Processor p, long now) {
        if (!scheduler.isDedicated() && now - p.gaveWayAt >= timeSlice) {
            p.gaveWayAt = now;
            p.poolIsDue = true;
        }
    }

    /**
     * As {@link #lookAt}. If there is no thread for a carrier, say, it is tried again, and the other Ps do not wait for
     * that.
     */
    private boolean lookAtOrLeave(Processor p, Machine holder, long now) {
        try {
            return lookAt(p, holder, now);
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** Returns whether it did something, or has to look again soon to know whether it should. */
    private boolean lookAt(Processor p, Machine holder, long now) {
        stirPool(p, now);
        boolean user =
                holder.isInUserCode(); // before, too: an M that has parked inside the runtime may have left it just now
        boolean parked = isBlocked(holder.thread().getState());
        boolean blocked = user && parked && holder.isInUserCode();
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
     * The P's holder may be on a carrier of the JDK's pool for long, and keep others there that could run on another;
     * or it is one of those itself. As far as we know, only the pool of Java 21 lets that happen.
     */
    private void stirPool(Processor p, long now) {
        if (now - p.seenStillSince >= STILL) {
            p.seenStillSince = now;
            scheduler.carriers.stirPool();
        }
    }

    /**
     * For a run without a watchdog: the pool looks for work, and an M that sleeps through its grant is woken again. By
     * one thread.
     */
    static void rouse(Scheduler s) {
        s.carriers.stirPool();
        for (Processor p : s.processors) {
            Machine holder = p.holder;
            if (holder != null) {
                wakeAgain(p, holder, isBlocked(holder.thread().getState()));
            }
        }
    }

    /**
     * Wakes an M that was given a P, and still sleeps: some JDKs lose a wake-up now and then; or it is the next at a
     * carrier whose thread is stuck, and goes to another.
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

    /**
     * The carrier of a P if someone is pinned to it, so that the holder, or anyone else who was brought there, cannot
     * get on.
     */
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

    /** Asks a holder to look up at its next call, whatever it is; returns whether this is news to it. */
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
        if (now - p.seenSince < (p.goes() ? GOING : timeSlice)) {
            return false;
        }
        p.sliceOver = true;
        return true;
    }

    /**
     * The P gets another carrier first. There may be no thread for that, and a P that was taken could not be given
     * back: its goroutine may have blocked meanwhile, and be told by nobody to go on.
     */
    private boolean retake(Processor p, Machine holder, Holder.Why why) {
        if (!holder.isInUserCode()) {
            return false; // it cannot be taken now, and needs no other carrier
        }
        Carrier carrier = p.carrier;
        if (carrier != null && !p.goes()) {
            if (!scheduler.spares.mayAdd()) {
                return false; // its next holder would have nothing to run on
            }
            replaceCarrier(p, carrier);
        }
        Processor taken = holder.take(why);
        if (taken == null) {
            return false;
        }
        String report = summonAndReport(holder, taken, why);
        holder.lost();
        scheduler.dispatch.handOff(taken);
        if (report != null) {
            logAside(report);
        }
        return true;
    }

    /** The log is the user's, and may take long, or wait for somebody who needs this thread to get on. */
    private static void logAside(String report) {
        try {
            Aside.run(() -> Safely.warn(report, null));
        } catch (OutOfMemoryError e) {
            return; // no thread: it is logged with the next, if there is one
        }
    }

    /** Never fails, as the holder waits for the end of the taking: the first call of something may lack memory. */
    private @Nullable String summonAndReport(Machine holder, Processor taken, Holder.Why why) {
        try {
            holder.summon();
            boolean reports =
                    why == Holder.Why.OVERDUE && scheduler.config.reports().hogs();
            return reports ? HogReport.of(scheduler, holder.goroutine(), taken) : null;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    private void replaceCarrier(Processor p, Carrier stuck) {
        Carrier fresh = scheduler.spares.make(p);
        if (fresh != null) {
            scheduler.spares.replace(p, stuck, fresh);
        }
    }
}
