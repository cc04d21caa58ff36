package dev.runnel.context;

import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.runtime.scheduler.Timers;
import io.vavr.control.Option;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A context with a deadline of its own; Go's {@code timerCtx}. Its timer belongs to the runtime in which it was made.
 */
final class TimerCtx extends CancelCtx {

    private final Timers timers = Scheduler.currentOrDefault().timers();
    private final Instant when;
    private final @Nullable Throwable causeOfExpiry;
    private final Timer timer = new Timer();
    private volatile boolean armed;

    TimerCtx(Context parent, Instant deadline, @Nullable Throwable cause) {
        super(parent, Option.some(deadline));
        this.when = deadline;
        this.causeOfExpiry = cause;
    }

    /**
     * The nearest of these, from that context up, if that is its deadline; null if the deadline comes from a context of
     * the user's.
     */
    static @Nullable TimerCtx ofDeadline(Instant deadline, Context from) {
        for (CancelCtx at = Foreign.nearest(from); at != null; at = Foreign.nearest(at.parent())) {
            TimerCtx timed = at.timed();
            if (timed != null) {
                return timed.when.equals(deadline) ? timed : null;
            }
        }
        return null;
    }

    @Override
    TimerCtx timed() {
        return this;
    }

    /** Whether its timer belongs to the runtime of the caller. */
    boolean isOfCaller() {
        return timers == Scheduler.currentOrDefault().timers();
    }

    /** Whether its time is that of the caller. */
    boolean hasClockOfCaller() {
        return timers.hasClockOf(Scheduler.currentOrDefault().timers());
    }

    /** What its deadline gives as the cause. */
    @Nullable Throwable causeOfExpiry() {
        return causeOfExpiry;
    }

    /** That long from now; the end of time if that is beyond it. */
    static Instant fromNow(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        try {
            return Current.instant().plus(timeout);
        } catch (DateTimeException | ArithmeticException e) {
            return timeout.isNegative() ? Instant.MIN : Instant.MAX;
        }
    }

    /**
     * Sets the timer, or ends this now. Looks at the outcome once the timer is set: whoever ends this looks for the
     * timer once the outcome is set.
     */
    void arm() {
        long left = Durations.nanos(Duration.between(Current.instant(), when));
        if (left <= 0) {
            expire();
            return;
        }
        long due = Durations.deadline(timers.now(), left);
        if (outcome() == null && due != Strand.NO_DEADLINE) {
            timers.add(timer, due);
            armed = true;
            if (outcome() != null) {
                disarm();
            }
        }
    }

    /** Whether its timer is set, in a runtime that is open; also when it has fired. */
    boolean willFire() {
        return armed && !timers.areOver();
    }

    private void expire() {
        cancel(DeadlineExceeded.SHARED, causeOfExpiry);
    }

    @Override
    void ended() {
        disarm();
        super.ended();
    }

    private void disarm() {
        if (armed) {
            timers.takeOut(timer);
        }
    }

    @Override
    public String suffix() {
        return ".WithDeadline(" + when + " [" + Duration.between(Current.instant(), when) + "])";
    }

    /** What it starts may run code of the user, and may take long. */
    private final class Timer extends TimerHeap.Timer {

        @Override
        public boolean starts() {
            return true;
        }

        @Override
        public String toString() {
            return TimerCtx.this.toString();
        }

        @Override
        protected void fire(TimerHeap from) {
            try {
                timers.go(TimerCtx.this::expire);
            } catch (OutOfMemoryError e) {
                timers.addAgain(from, this, timers.soon());
            }
        }
    }
}
