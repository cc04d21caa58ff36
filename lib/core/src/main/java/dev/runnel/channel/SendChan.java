package dev.runnel.channel;

import io.vavr.control.Option;
import java.time.Duration;

/**
 * The sending side of a channel; Go's {@code chan<- T}.
 *
 * @param <T> the type of the values
 */
public sealed interface SendChan<T> permits Chan {

    /**
     * Sends a value; blocks until a receiver takes it or the buffer has room. An interrupt does not end the wait: the
     * status is kept, as {@link java.util.concurrent.locks.Lock#lock()} keeps it. On the nil channel it blocks forever.
     *
     * @param value the value, not null
     * @throws NullPointerException if the value is null; nothing is sent
     * @throws ChannelException.SendOnClosed if the channel is closed, or is closed while this waits; nothing is sent
     * @throws ChannelException.SendOnCancelled if a receiver has cancelled the channel, or does so while this waits;
     *     nothing is sent. The same holds for every form of sending
     */
    void send(T value);

    /**
     * As {@link #send(Object)}, but an interrupt ends the wait.
     *
     * @param value the value, not null
     * @throws InterruptedException if the thread was interrupted before the value was sent; it has not been sent, and
     *     the interrupt status is cleared
     * @throws NullPointerException if the value is null
     * @throws ChannelException.SendOnClosed if the channel is closed
     */
    void sendInterruptibly(T value) throws InterruptedException;

    /**
     * As {@link #send(Object)}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first:
     * if it is already cancelled, nothing is sent, even if there is room.
     *
     * @param value the value, not null
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if it was cancelled before the value was sent; it has not been sent and never will be
     * @throws InterruptedException if the thread was interrupted before the value was sent; it has not been sent, and
     *     the interrupt status is cleared
     * @throws NullPointerException if an argument is null
     * @throws ChannelException.SendOnClosed if the channel is closed, or is closed while this waits
     */
    void send(T value, Cancellation cancellation) throws CancelledException, InterruptedException;

    /**
     * Sends if that is possible without waiting; Go's {@code select} with one send and a default. Exact: {@code false}
     * means that there was an instant within this call at which the channel could not take a value.
     *
     * @param value the value, not null
     * @return whether the value was sent; {@code false} always on the nil channel
     * @throws NullPointerException if the value is null
     * @throws ChannelException.SendOnClosed if the channel is closed
     */
    boolean trySend(T value);

    /**
     * Sends, waiting at most the given time. If it returns {@code false} or throws, the value has not been sent and
     * never will be.
     *
     * @param value the value, not null
     * @param timeout the longest wait; zero or less does not wait, but an interrupt that has come before is thrown all
     *     the same
     * @return whether the value was sent
     * @throws InterruptedException if the thread was interrupted before the value was sent
     * @throws NullPointerException if an argument is null
     * @throws ChannelException.SendOnClosed if the channel is closed, or is closed while this waits
     */
    boolean trySend(T value, Duration timeout) throws InterruptedException;

    /**
     * Closes the channel; Go's {@code close(c)}. Values in the buffer can still be received; after them every receive
     * reports the close at once. Senders that wait fail with {@link ChannelException.SendOnClosed}. Never blocks. After
     * a {@link RecvChan#cancel} the first close does nothing, so a sender need not know whether there was a cancel.
     *
     * @throws ChannelException.CloseOfClosed if the channel is closed already
     * @throws ChannelException.CloseOfNil on the nil channel
     */
    void close();

    /**
     * As {@link #close()}, because something went wrong: values in the buffer can still be received, and after them
     * every receive, in whatever form, throws a {@link ChannelException.ClosedWithCause}. Sends fail with a
     * {@link ChannelException.SendOnClosed} that has the cause as its own.
     *
     * @param cause what went wrong, not null
     * @throws ChannelException.CloseOfClosed if the channel is closed already
     * @throws ChannelException.CloseOfNil on the nil channel
     * @throws NullPointerException if the cause is null
     */
    void close(Throwable cause);

    /**
     * What the channel was closed or cancelled with; if both, what it was ended with first.
     *
     * @return none if it is open, or was ended without a cause
     */
    Option<Throwable> closeCause();

    /** What the channel has counted; none if it was not made with a {@link Buffering}, and counts nothing. */
    Option<ChanStats> stats();

    /** The number of values in the buffer, those of waiting senders not counted; a snapshot. Go's {@code len(c)}. */
    int len();

    /**
     * The capacity of the buffer, 0 for an unbuffered and for the nil channel; for an unbounded one the most that its
     * buffer can hold. Go's {@code cap(c)}.
     */
    int cap();
}
