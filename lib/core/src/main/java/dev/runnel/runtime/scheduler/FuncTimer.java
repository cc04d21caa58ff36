package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Body;
import org.jspecify.annotations.Nullable;

/**
 * Starts a goroutine when it is due; what is within {@code afterFunc}. The goroutine belongs to the runtime in which
 * the timer was made, and so to its bubble.
 *
 * <p>It is in a heap while it is armed. Stopping, setting and firing each take the lock and look whether it is armed,
 * so if a stop and a firing race, one of them finds it disarmed: the goroutine is started, or the timer is stopped, and
 * the result of the stop says which. A firing that comes too late for its own setting may find a later one; it looks
 * whether that one is due. A goroutine that is due when the timer is set is started by whoever sets it, without a heap;
 * in a bubble nothing else would start it before all wait (B8).
 */
public final class FuncTimer extends SpinLock implements Alarm, Home.Resident {

    /** No setting. */
    private static final long OF_BEFORE = -1;

    private final Timers timers = Scheduler.currentOrDefault().timers;
    private final @Nullable Home home = Home.ofCaller();
    private final Due timer = new Due();
    private final Body body;

    // Under the lock.
    private boolean armed;
    private long due;

    /** How often it was set. */
    private long settings;

    /**
     * So many starts of earlier settings lacked memory: nobody stops them now, and until they are tried again the timer
     * is in the heap for them.
     */
    private int missed;

    /**
     * Not set yet.
     *
     * @param body what each goroutine that it starts does
     */
    public FuncTimer(Body body) {
        this.body = body;
    }

    @Override
    public boolean stop() {
        Checkpoint.passToGiveBack(Act.STOP_TIMER, this);
        Scheduler.strand(); // whoever stops it may set it again: known from now on, even if not a goroutine
        lock();
        boolean pending = armed;
        disarm();
        unlock();
        return pending;
    }

    @Override
    public boolean reset(long delayNanos) {
        Checkpoint.pass(Act.SET_TIMER, this);
        Scheduler.strand();
        boolean isDue = delayNanos <= 0;
        boolean pending;
        lock();
        try {
            pending = armed;
            settings++;
            if (isDue) {
                disarm();
            } else {
                due = Durations.deadline(timers.now(), delayNanos);
                if (missed == 0) {
                    timer.setFor(due); // there may be no memory for it
                }
                armed = true;
            }
        } finally {
            unlock();
        }
        if (isDue) {
            timers.go(body);
        }
        return pending;
    }

    /** What fires it; for tests. */
    Due alarm() {
        return timer;
    }

    private void disarm() {
        armed = false;
        if (missed == 0) {
            timer.cancel();
        }
    }

    /** By whoever fires it. */
    private void start(long setting, TimerHeap from) {
        try {
            timers.go(body);
        } catch (OutOfMemoryError e) {
            later(setting, from);
        }
    }

    /**
     * There is no memory for the goroutine: it is started later. Whoever has stopped or set the timer since was told
     * that it had fired.
     */
    private void later(long setting, TimerHeap from) {
        lock();
        try {
            timer.tryLater(from);
            if (settings == setting) {
                armed = true;
            } else {
                missed++;
            }
        } finally {
            unlock();
        }
    }

    @Override
    public @Nullable Home home() {
        return home;
    }

    @Override
    public String toString() {
        return "afterFunc";
    }

    final class Due extends OwnedTimer {

        Due() {
            super(timers);
        }

        @Override
        public boolean starts() {
            return true;
        }

        /** If the function is a lambda, the class in which it is written: its own name is the JVM's. */
        @Override
        public String toString() {
            String name = body.getClass().getName();
            int lambda = name.indexOf("$$Lambda");
            return "afterFunc of " + (lambda < 0 ? name : name.substring(0, lambda));
        }

        @Override
        protected void fire(TimerHeap from) {
            long now = timers.now();
            lock();
            boolean starts = armed && due <= now;
            int before = missed;
            missed = 0;
            if (starts) {
                disarm();
            } else if (armed && before > 0) {
                setAgainFor(due, from);
            }
            long setting = settings;
            unlock();
            for (int i = 0; i < before; i++) {
                start(OF_BEFORE, from);
            }
            if (starts) {
                start(setting, from);
            }
        }
    }
}
