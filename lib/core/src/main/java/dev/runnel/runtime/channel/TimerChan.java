package dev.runnel.runtime.channel;

import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.runtime.scheduler.Scheduler;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The channel of {@code after} and {@code tick}: gets the time at which it was due, once or periodically. It looks
 * unbuffered, and has a slot for one value. Its timer is in a heap only while someone waits on the channel; otherwise a
 * due timer puts its value when someone looks. So a channel that nobody refers to is garbage, ticking or not. The timer
 * belongs to the runtime in which the channel was made, and does not outlive it.
 */
public final class TimerChan extends Channel<Instant> {

    private final long period;
    private final long originNanos;
    private final Instant origin;
    private final Timer timer = new Timer();
    private final Scheduler scheduler = Scheduler.currentOrDefault();

    // Under the lock.
    private long due;
    private boolean armed = true;
    private int waiting;
    private @Nullable TimerHeap heap;

    /**
     * @param delayNanos when it is due first, from now
     * @param periodNanos how often after that; 0 for once
     */
    public TimerChan(long delayNanos, long periodNanos) {
        super(1);
        period = periodNanos;
        originNanos = scheduler.clock();
        origin = Scheduler.instant();
        due = Durations.deadline(originNanos, Math.max(0, delayNanos));
    }

    @Override
    public int len() {
        return 0;
    }

    @Override
    public int cap() {
        return 0;
    }

    /** Puts the value of a due timer that is in no heap; due by its own clock, whoever looks. */
    @Override
    public void beforeReceive() {
        long now = scheduler.clock();
        lock();
        Runnable wake = armed && waiting == 0 && due <= now ? fireLocked(now) : null;
        unlock();
        if (wake != null) {
            wake.run();
        }
    }

    @Override
    void receiverCame() {
        if (waiting++ == 0 && armed) {
            arm();
        }
    }

    @Override
    public void receiverWent() {
        lock();
        if (--waiting == 0) {
            disarm();
        }
        unlock();
    }

    private void arm() {
        disarm();
        if (due != Long.MAX_VALUE) {
            heap = scheduler.addTimer(timer, due);
        }
    }

    private void disarm() {
        if (heap != null) {
            heap.remove(timer);
            heap = null;
        }
    }

    /** The value goes to a waiter, or into the slot if that is free; a further tick is dropped. Gives what wakes the waiter. */
    private @Nullable Runnable fireLocked(long now) {
        Instant when = origin.plusNanos(due - originNanos);
        if (period > 0) {
            due = Durations.deadline(due, period * (1 + Math.max(0, now - due) / period));
        } else {
            armed = false;
        }
        var receiver = receivers.dequeue();
        if (receiver != null) {
            receiver.element = when;
            return receiver.complete(true)::ready;
        }
        if (!buffer.isFull()) {
            buffer.put(when);
        }
        return null;
    }

    private final class Timer extends TimerHeap.Timer {
        @Override
        protected void fire() {
            long now = scheduler.clock();
            lock();
            Runnable wake = null;
            if (armed && waiting > 0 && due <= now) {
                wake = fireLocked(now);
                if (armed) {
                    arm();
                }
            }
            unlock();
            if (wake != null) {
                wake.run();
            }
        }
    }
}
