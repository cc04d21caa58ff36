package dev.runnel.time;

import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.NilChan;
import dev.runnel.runtime.channel.TimerChan;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.scheduler.Alarm;
import dev.runnel.runtime.scheduler.FuncTimer;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Goes off once, after a duration, and can be stopped before that and set anew; Go's {@code time.Timer}. Either its
 * channel gets the time, or a function is run in a goroutine of its own.
 *
 * <pre>{@code
 * Timer idle = new Timer(Duration.ofSeconds(30));
 * var next = choose().recv(requests, r -> r).recv(idle.c(), t -> Option.<Request>none());
 * for (var r = next.get(); r.isDefined(); r = next.get()) {
 *   idle.reset(Duration.ofSeconds(30)); // no old value can be left
 *   serve(r.get());
 * }
 * }</pre>
 *
 * <p>Durations are counted in nanoseconds from the call on. With zero or less the timer is due at once; with a duration
 * beyond the clock, some 292 years, it never is. None of the methods blocks, and any thread may call them at any time,
 * several at once as well.
 *
 * <p>A timer with a channel need not be stopped: once nobody refers to it or to its channel, or waits for it, it is
 * garbage. One with a function is kept until it goes off or is stopped.
 */
public final class Timer {

    private final Alarm alarm;
    private final RecvChan<Instant> c;

    /**
     * A timer whose channel gets the time when the duration is over; Go's {@code time.NewTimer}.
     *
     * @param duration how long from now
     * @throws NullPointerException if the duration is null
     */
    public Timer(Duration duration) {
        TimerChan channel = new TimerChan(nanos(duration), 0);
        this.alarm = channel;
        this.c = channel;
    }

    @SuppressWarnings("unchecked") // it never holds a value
    private Timer(FuncTimer alarm) {
        this.alarm = alarm;
        this.c = (RecvChan<Instant>) NilChan.INSTANCE;
    }

    /**
     * A timer that runs a function in a goroutine of its own when the duration is over; Go's {@code time.AfterFunc}. If
     * the duration is over already, this call starts that goroutine. It belongs to the runtime of the caller, which is
     * the default one on a thread that is not a goroutine, and fails like any other. What was done before this call, or
     * before the {@link #reset} that set the timer, is visible to the function.
     *
     * @param duration how long from now
     * @param f what the goroutine does
     * @return the timer; its channel is the nil channel
     * @throws NullPointerException if an argument is null
     */
    public static Timer afterFunc(Duration duration, Body f) {
        long nanos = nanos(duration);
        FuncTimer alarm = new FuncTimer(Objects.requireNonNull(f, "afterFunc of nil func value"));
        alarm.reset(nanos);
        return new Timer(alarm);
    }

    /**
     * The channel that gets the time; Go's {@code C}. It is never closed, and says that its length and capacity are 0.
     * It gives one value for each time that the timer goes off: the time at which it was due, however late that is
     * received. What was done before the timer was set is visible after that receive.
     *
     * @return the channel, always the same; for a timer that runs a function the nil channel
     */
    public RecvChan<Instant> c() {
        return c;
    }

    /**
     * Stops the timer. Afterwards no value can be received until it is set anew, even if it was due already: nothing
     * needs to be drained. A function that has been started runs on; this does not wait for it.
     *
     * @return whether this call has stopped it. If not, it was stopped before, or it has gone off: its value has been
     *     received, or is being received by whoever waited for it, or its function has been started
     * @throws ChannelException.OutsideBubble if it was made in a bubble of the test kit, and the caller is not of that
     *     bubble
     */
    public boolean stop() {
        return alarm.stop();
    }

    /**
     * Sets the timer anew, whether it was stopped, has gone off, or neither. Afterwards no value of the former setting
     * can be received. A function that has been started runs on; the next one may run at the same time.
     *
     * @param duration how long from now
     * @return what {@link #stop()} would have said
     * @throws NullPointerException if the duration is null
     * @throws ChannelException.OutsideBubble if it was made in a bubble of the test kit, and the caller is not of that
     *     bubble
     */
    public boolean reset(Duration duration) {
        return alarm.reset(nanos(duration));
    }

    static long nanos(Duration duration) {
        return Durations.nanos(Objects.requireNonNull(duration, "duration"));
    }

    @Override
    public String toString() {
        return "Timer(" + alarm + ")";
    }
}
