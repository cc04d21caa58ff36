package dev.runnel.runtime.channel;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.runtime.scheduler.Alarm;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.OwnedTimer;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Timers;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The channel of a timer or ticker: gets the time at which it was due, once or periodically. It looks unbuffered, and
 * has a slot for one value. Its timer is in a heap only while someone waits on the channel; otherwise a due timer puts
 * its value when someone looks. So a channel that nobody refers to is garbage, ticking or not, and to stop or set one
 * that nobody waits for touches no heap. The timer belongs to the runtime in which the channel was made, and does not
 * outlive it.
 *
 * <p>Stopping, setting, firing and receiving all take the channel's lock; they happen one after the other. Stop and
 * reset disarm the timer and empty the slot in one hold of it, so no value of the old setting is left to be received,
 * and they have prevented one if the timer was armed or there was a value in the slot. If neither, a receiver has the
 * value. A firing that was on its way finds the timer disarmed, or a later setting and looks whether that is due.
 */
public final class TimerChan extends Channel<Instant> implements Alarm {

    private final Timers timers = Scheduler.currentOrDefault().timers();
    private final OwnedTimer timer = new Timer();

    // Under the lock.
    private boolean armed = true;
    private long period;
    private long due;
    private long originNanos;
    private Instant origin;
    private int waiting;

    /**
     * @param delayNanos when it is due first, from now
     * @param periodNanos how often after that; 0 for once
     */
    public TimerChan(long delayNanos, long periodNanos) {
        super(1);
        period = periodNanos;
        origin = timers.timeOfDay(); // first: no value is to lie in the future
        originNanos = timers.now();
        due = Durations.deadline(originNanos, delayNanos);
    }

    // ---------------------------------------------------------------- stop and reset

    @Override
    public boolean stop() {
        Checkpoint.passToGiveBack(Act.STOP_TIMER, this);
        Scheduler.strand(); // whoever stops it may set it again: known from now on, even if not a goroutine
        lock();
        boolean pending = clearLocked();
        timer.cancel();
        unlock();
        return pending;
    }

    @Override
    public boolean reset(long delayNanos) {
        return reset(delayNanos, 0);
    }

    /**
     * As {@link #reset(long)}, with another period.
     *
     * @param periodNanos how often after that; 0 for once
     */
    public boolean reset(long delayNanos, long periodNanos) {
        Checkpoint.pass(Act.SET_TIMER, this);
        Scheduler.strand();
        Instant today = timers.timeOfDay(); // first: no value is to lie in the future
        long now = timers.now();
        lock();
        boolean pending = clearLocked();
        armed = !closed;
        period = periodNanos;
        originNanos = now;
        origin = today;
        due = Durations.deadline(now, delayNanos);
        if (waiting > 0) {
            fireIfDueAndUnlock(now);
        } else {
            unlock();
        }
        return pending;
    }

    /** Undoes the setting, and gives whether there was something to undo. */
    private boolean clearLocked() {
        boolean pending = armed;
        armed = false;
        if (buffer.count() > 0) {
            buffer.take();
            pending = true;
        }
        return pending;
    }

    // ---------------------------------------------------------------- as a channel

    @Override
    int count() {
        return 0;
    }

    @Override
    public int cap() {
        return 0;
    }

    /**
     * Whoever waits on one that is not set, because it was stopped or its value is gone, waits until it is set. Without
     * the lock: what is told may be behind.
     */
    @Override
    public String shown() {
        String what = period > 0 ? "ticker" : "timer";
        return "Chan#" + id() + " (" + what + (armed ? "" : ", not set") + ", len 0, cap 0)";
    }

    /** It is set, in a runtime that is open. Without the lock, too. */
    @Override
    public boolean hasLimit() {
        return armed && due != Strand.NO_DEADLINE && !timers.areOver();
    }

    /** Puts the value of a due timer that is in no heap; due by its own clock, whoever looks. */
    @Override
    public void beforeReceive() {
        long now = timers.now();
        lock();
        if (waiting == 0) {
            fireIfDueAndUnlock(now);
        } else {
            unlock();
        }
    }

    /** Whoever cancels it has stopped the timer for ever. */
    @Override
    void endedLocked() {
        armed = false;
        timer.cancel();
    }

    /** It is not a goroutine that ends them. */
    @Override
    boolean waitsAreBrief() {
        return false;
    }

    @Override
    public void receiverCame() {
        if (waiting == 0 && armed) {
            timer.setFor(due);
        }
        waiting++;
    }

    @Override
    public void receiverWent() {
        lock();
        if (--waiting == 0) {
            timer.cancel();
        }
        unlock();
    }

    // ---------------------------------------------------------------- firing

    /**
     * Fires if the time has come, and sees to it that the timer is in a heap if it is armed and someone waits. Under
     * the lock, which it gives back.
     */
    private void fireIfDueAndUnlock(long now) {
        Strand woken = null;
        try {
            try {
                if (armed && due <= now) {
                    woken = fireLocked(now);
                }
            } finally { // also if there was no memory for the value
                if (waiting > 0) {
                    putIntoHeap();
                }
            }
        } finally {
            unlock();
            if (woken != null) {
                woken.ready();
            }
        }
    }

    private void putIntoHeap() {
        if (armed) {
            timer.setFor(due);
        } else {
            timer.cancel();
        }
    }

    /**
     * It is due. The value goes to a waiter, or into the slot if that is free; a further tick is dropped. Gives the
     * waiter, who is to be readied.
     */
    private @Nullable Strand fireLocked(long now) {
        Instant when = origin.plusNanos(due - originNanos);
        if (period > 0) {
            long late = now - due;
            due = Durations.deadline(due + (late - late % period), period);
        } else {
            armed = false;
        }
        var receiver = receivers.dequeue();
        if (receiver != null) {
            receiver.element = when;
            return receiver.complete(true);
        }
        if (!buffer.isFull()) {
            buffer.put(when);
        }
        return null;
    }

    private final class Timer extends OwnedTimer {

        Timer() {
            super(timers);
        }

        @Override
        protected void fire(TimerHeap from) {
            long now = timers.now();
            lock();
            if (waiting == 0) {
                unlock();
                return;
            }
            try {
                fireIfDueAndUnlock(now);
            } catch (OutOfMemoryError e) {
                later(from);
            }
        }

        private void later(TimerHeap from) {
            lock();
            try {
                if (armed && waiting > 0) {
                    tryLater(from);
                }
            } finally {
                unlock();
            }
        }
    }
}
