package dev.runnel.channel;

import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of a channel; Go's {@code <-chan T}. As an {@link Iterable} it is Go's {@code range}: each step of
 * a {@code for} loop is one receive, the loop ends when the channel is closed and drained, and leaving the loop early
 * leaves the channel as it is.
 *
 * <p>If a channel was {@linkplain SendChan#close(Throwable) closed with a cause}, what is in the buffer can still be
 * received. After that, each operation that would say that the channel is closed and drained throws
 * {@link ChannelException.ClosedWithCause} instead: the forms of receiving that wait and those that do not, a loop, a
 * stream, and a clause of a select that is chosen, whether it wants the value or not.
 *
 * <p>On the nil channel an operation that waits does so forever, or for all of the time that it has; one that does not
 * wait finds nothing. A null argument is a {@link NullPointerException}.
 *
 * @param <T> the type of the values
 */
public sealed interface RecvChan<T> extends Iterable<T> permits Chan {

    /**
     * Receives a value; blocks until there is one or the channel is closed. Go's {@code v, ok := <-c}. An interrupt
     * does not end the wait: the status is kept. On the nil channel it blocks forever.
     *
     * @return the value, or none if the channel is closed and drained
     */
    Option<T> recv();

    /**
     * As {@link #recv()} without the wrapper, for hot loops.
     *
     * @return the value, or null if the channel is closed and drained
     */
    @Nullable T recvOrNull();

    /**
     * As {@link #recv()}, but an interrupt ends the wait.
     *
     * @return the value, or none if the channel is closed and drained
     * @throws InterruptedException if the thread was interrupted before a value was taken; none has been taken, and the
     *     interrupt status is cleared
     */
    Option<T> recvInterruptibly() throws InterruptedException;

    /**
     * As {@link #recv()}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first: if it
     * is already cancelled, nothing is received, even if there is a value. This is Go's {@code select} with this
     * receive and one on {@code ctx.Done()}, without a second channel on which all waiters meet.
     *
     * @param cancellation what may end the wait, a context for example
     * @return the value, or none if the channel is closed and drained
     * @throws CancelledException if it was cancelled before a value was taken; none has been taken
     * @throws InterruptedException if the thread was interrupted before a value was taken; none has been taken, and the
     *     interrupt status is cleared
     */
    Option<T> recv(Cancellation cancellation) throws CancelledException, InterruptedException;

    /**
     * Receives several values: blocks until there is one or the channel is closed, and then takes what is there without
     * waiting further. Each value is taken as by a {@link #recv()}, and the values are in the order of their sends; if
     * there was one at once, all are taken at one instant. Senders that waited go on. An interrupt does not end the
     * wait: the status is kept.
     *
     * @param most how many values at most, at least 1
     * @return the values; empty only if the channel is closed and drained
     * @throws IllegalArgumentException if less than 1 are asked for
     */
    List<T> recvUpTo(int most);

    /**
     * As {@link #recvUpTo(int)}, but an interrupt ends the wait.
     *
     * @param most how many values at most, at least 1
     * @return the values; empty only if the channel is closed and drained
     * @throws IllegalArgumentException if less than 1 are asked for
     * @throws InterruptedException if the thread was interrupted before a value was taken; none has been taken, and the
     *     interrupt status is cleared
     */
    List<T> recvUpToInterruptibly(int most) throws InterruptedException;

    /**
     * As {@link #recvUpTo(int)}, but a cancellation or an interrupt ends the wait. The cancellation is looked at first.
     *
     * @param most how many values at most, at least 1
     * @param cancellation what may end the wait, a context for example
     * @return the values; empty only if the channel is closed and drained
     * @throws IllegalArgumentException if less than 1 are asked for
     * @throws CancelledException if it was cancelled before a value was taken; none has been taken
     * @throws InterruptedException if the thread was interrupted before a value was taken; none has been taken, and the
     *     interrupt status is cleared
     */
    List<T> recvUpTo(int most, Cancellation cancellation) throws CancelledException, InterruptedException;

    /**
     * Receives if that is possible without waiting; Go's {@code select} with one receive and a default. Exact:
     * {@link TryRecv.Empty} means that there was an instant within this call at which the channel was open and had no
     * value.
     *
     * @return the value, empty, or closed (and drained)
     */
    TryRecv<T> tryRecv();

    /**
     * Receives, waiting at most the given time. If this returns {@link TryRecv.Empty} or throws, no value was taken.
     *
     * @param timeout the longest wait; zero or less does not wait, but an interrupt that has come before is thrown all
     *     the same
     * @return the value, empty if none came in time, or closed (and drained)
     * @throws InterruptedException if the thread was interrupted before a value was taken
     */
    TryRecv<T> tryRecv(Duration timeout) throws InterruptedException;

    /**
     * Says that nobody will receive any more. Whoever sends, or waits to send, fails with
     * {@link ChannelException.SendOnCancelled}, and still has the value. Receivers find the channel closed and drained.
     * What was in the buffer is dropped; if the channel was made with a consumer of undelivered values, that gets each
     * of them, oldest first, before this returns. After a close only the buffer is dropped, and a second cancel does
     * nothing. Never blocks.
     *
     * <p>Cancelling a timer's channel stops the timer for good.
     *
     * @throws ChannelException.CancelOfNil on the nil channel
     * @throws UnsupportedOperationException if the channel only tells of an event, to all who ask: {@code done()} of a
     *     context or a goroutine
     */
    void cancel();

    /**
     * As {@link #cancel()}, and the senders are told why.
     *
     * @param cause the cause of the exception that they get, not null
     * @throws ChannelException.CancelOfNil on the nil channel
     * @throws UnsupportedOperationException as {@link #cancel()}
     */
    void cancel(Throwable cause);

    /**
     * What the channel was closed or cancelled with; if both, what it was ended with first. Says so even while there
     * are values to be received.
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

    /**
     * One pass of Go's {@code range}. {@link Iterator#hasNext()} receives (and so may block); {@link Iterator#next()}
     * then returns the value that it took.
     */
    @Override
    Iterator<T> iterator();

    /**
     * As the channel itself in a {@code for} loop, but the loop also ends when the cancellation is cancelled; then
     * {@link Cancellation#err()} says so. Values that are left stay in the channel. An interrupt does not end the loop:
     * the status is kept.
     *
     * @param cancellation what may end the loop, a context for example
     */
    Iterable<T> until(Cancellation cancellation);

    /** Receives until the channel is closed and drained, and passes each value to the action. */
    @Override
    void forEach(Consumer<? super T> action);

    /**
     * The values still to come, as a sequential, ordered stream that ends when the channel is closed and drained. Each
     * step may block.
     */
    Stream<T> stream();
}
