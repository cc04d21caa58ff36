package dev.runnel.time;

import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.TimerChan;
import java.time.Duration;
import java.time.Instant;

/**
 * Goes off again and again, and can be stopped and set to another period; Go's {@code time.Ticker}. Of the ticks that
 * nobody has received the first is kept, and further ones are dropped; the phase is kept however late they are
 * received.
 *
 * <p>None of the methods blocks, and any thread may call them at any time, several at once as well. A ticker need not
 * be stopped: once nobody refers to it or to its channel, or waits for it, it is garbage.
 */
public final class Ticker {

    private final TimerChan c;

    /**
     * A ticker whose channel gets the time at the end of each period; Go's {@code time.NewTicker}.
     *
     * @param period the time between ticks, and until the first; if it is beyond the clock, some 292 years, none comes
     * @throws IllegalArgumentException if it is zero or less
     * @throws NullPointerException if it is null
     */
    public Ticker(Duration period) {
        long nanos = positive(period, "NewTicker");
        c = new TimerChan(nanos, nanos);
    }

    /**
     * The channel that gets the time; Go's {@code C}. It is never closed, not even by {@link #stop()}, and says that
     * its length and capacity are 0. It gives the times at which the ticks were due. These are whole periods apart:
     * unlike Go's, they do not follow if the time of day is put right meanwhile, until the ticker is set again. What
     * was done before the ticker was set is visible after the receive of a tick.
     *
     * @return the channel, always the same
     */
    public RecvChan<Instant> c() {
        return c;
    }

    /**
     * Stops the ticker; nothing happens if it was stopped before. Afterwards no tick can be received until it is set
     * anew, not even the one that was kept. Whoever waits on its channel goes on waiting.
     *
     * @throws ChannelException.OutsideBubble if it was made in a bubble of the test kit, and the caller is not of that
     *     bubble
     */
    public void stop() {
        c.stop();
    }

    /**
     * Sets another period, or the same, and begins it now, even if the ticker was stopped. Afterwards no tick of the
     * former setting can be received.
     *
     * @param period the time between ticks, and from now until the next; if it is beyond the clock, none comes
     * @throws IllegalArgumentException if it is zero or less
     * @throws NullPointerException if it is null
     * @throws ChannelException.OutsideBubble if it was made in a bubble of the test kit, and the caller is not of that
     *     bubble
     */
    public void reset(Duration period) {
        long nanos = positive(period, "Ticker.Reset");
        c.reset(nanos, nanos);
    }

    private static long positive(Duration period, String where) {
        long nanos = Timer.nanos(period);
        if (nanos <= 0) {
            throw new IllegalArgumentException("non-positive interval for " + where + ": " + period);
        }
        return nanos;
    }

    @Override
    public String toString() {
        return "Ticker(" + c + ")";
    }
}
