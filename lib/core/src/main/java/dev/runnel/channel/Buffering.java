package dev.runnel.channel;

import java.util.function.IntConsumer;

/**
 * What a channel does with values that no receiver has come for yet, if it is to do more than Go's channels:
 *
 * <pre>{@code
 * Chan<Price> latest = chan(sliding(1));
 * Chan<Job> jobs = chan(unbounded(10_000, n -> log.warn(n + " jobs wait")));
 * Chan<Offer> offers = chan(bounded(16), Offer::withdraw);       // those that nobody will receive
 * }</pre>
 *
 * <p>A channel made with one of these counts what happens: {@link RecvChan#stats()}. Numbers that are not allowed, and
 * a function that is null, are refused when a channel is made with them: see {@link dev.runnel.Go#chan(Buffering)}.
 */
public sealed interface Buffering {

    /**
     * As Go's channels: a send waits while there is no room.
     *
     * @param capacity how many values the buffer holds; 0 makes the channel unbuffered
     */
    record Bounded(int capacity) implements Buffering {}

    /**
     * A send never waits, and memory is the limit, or 1,073,741,824 values in the buffer: a send for which there is no
     * room throws an {@link OutOfMemoryError}, and nothing is sent. When the buffer comes to hold more than the soft
     * limit, {@code onCrossed} is told, once; and again only after the buffer has held no more than half of that in
     * between.
     *
     * @param softLimit how many values are all right, 1 or more
     * @param onCrossed not null; is told how many values there are, by the sender, once its send has happened; what it
     *     throws comes out of the send. It may use channels, including this one
     */
    record Unbounded(int softLimit, IntConsumer onCrossed) implements Buffering {}

    /**
     * A send never waits: when there is no room the oldest value is dropped for the new one.
     *
     * @param capacity how many values the buffer holds, 1 or more
     */
    record Sliding(int capacity) implements Buffering {}

    /**
     * A send never waits: when there is no room the value that is sent is dropped.
     *
     * @param capacity how many values the buffer holds, 1 or more
     */
    record Dropping(int capacity) implements Buffering {}

    /** See {@link Bounded}. */
    static Buffering bounded(int capacity) {
        return new Bounded(capacity);
    }

    /** See {@link Unbounded}. */
    static Buffering unbounded(int softLimit, IntConsumer onCrossed) {
        return new Unbounded(softLimit, onCrossed);
    }

    /** See {@link Sliding}. */
    static Buffering sliding(int capacity) {
        return new Sliding(capacity);
    }

    /** See {@link Dropping}. */
    static Buffering dropping(int capacity) {
        return new Dropping(capacity);
    }
}
