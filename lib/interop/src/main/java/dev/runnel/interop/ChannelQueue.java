package dev.runnel.interop;

import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import java.time.Duration;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A channel as a {@link BlockingQueue}, for code that wants one. It is a view: users of the channel and users of the
 * queue meet. Those of its operations that wait park a goroutine, and are ended by an interrupt. A queue on an
 * unbuffered channel is like a {@link java.util.concurrent.SynchronousQueue}.
 *
 * <p>A queue knows no close. On a closed channel, adding throws {@link ChannelException.SendOnClosed}. Once the channel
 * is drained, taking throws {@link NoSuchElementException}, and polling gives null as if nothing had come; if it was
 * closed with a cause, whatever would take throws {@link ChannelException.ClosedWithCause} then, as each form of
 * receiving does. On a channel that a receiver has cancelled, adding throws {@link ChannelException.SendOnCancelled},
 * and there is nothing to take.
 *
 * <p>A channel cannot be looked into: only the receiver of a value sees it. So {@code peek}, {@code element},
 * {@code iterator}, and everything that goes over the elements ({@code contains}, {@code remove(Object)},
 * {@code toArray}, …) are not supported.
 *
 * @param <E> the type of the elements
 */
public final class ChannelQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {

    private final Chan<E> channel;

    /**
     * A view of a channel.
     *
     * @param channel not null
     */
    public ChannelQueue(Chan<E> channel) {
        this.channel = Objects.requireNonNull(channel, "channel");
    }

    // ---------------------------------------------------------------- in

    /**
     * Sends if that is possible without waiting.
     *
     * @throws ChannelException.SendOnClosed if the channel is closed
     */
    @Override
    public boolean offer(E element) {
        return channel.trySend(element);
    }

    /**
     * Sends, waiting at most for the given time.
     *
     * @throws ChannelException.SendOnClosed if the channel is closed, or is closed while this waits
     */
    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        return channel.trySend(element, duration(timeout, unit));
    }

    /**
     * Sends; waits until that is possible.
     *
     * @throws ChannelException.SendOnClosed if the channel is closed, or is closed while this waits
     */
    @Override
    public void put(E element) throws InterruptedException {
        channel.sendInterruptibly(element);
    }

    // ---------------------------------------------------------------- out

    /**
     * Receives if that is possible without waiting.
     *
     * @throws ChannelException.ClosedWithCause if the channel was closed with a cause, and is drained
     */
    @Override
    public @Nullable E poll() {
        return channel.tryRecv().toOption().getOrNull();
    }

    /**
     * Receives, waiting at most for the given time; gives null at once if the channel is closed and drained.
     *
     * @throws ChannelException.ClosedWithCause if it was closed with a cause, and is drained
     */
    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return channel.tryRecv(duration(timeout, unit)).toOption().getOrNull();
    }

    /**
     * Receives; waits until there is something.
     *
     * @throws NoSuchElementException if the channel is closed and drained, or is closed while this waits
     * @throws ChannelException.ClosedWithCause if it was closed with a cause, and is drained
     */
    @Override
    public E take() throws InterruptedException {
        return channel.recvInterruptibly()
                .getOrElseThrow(() -> new NoSuchElementException("the channel is closed and drained"));
    }

    /**
     * Receives all that can be received without waiting.
     *
     * @throws ChannelException.ClosedWithCause if nothing was received, as the channel was closed with a cause and is
     *     drained
     */
    @Override
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    /**
     * Receives what can be received without waiting, at most {@code most} values. If the target throws, the value that
     * it was to take is lost.
     *
     * @throws IllegalArgumentException if the target is a queue on the same channel
     * @throws ChannelException.ClosedWithCause if nothing was received, as the channel was closed with a cause and is
     *     drained
     */
    @Override
    public int drainTo(Collection<? super E> target, int most) {
        Objects.requireNonNull(target, "target");
        if (target instanceof ChannelQueue<?> other && other.channel == channel) {
            throw new IllegalArgumentException("a queue cannot be drained into itself");
        }
        int drained = 0;
        while (drained < most) {
            E element = drained == 0 ? poll() : pollBeforeTheEnd();
            if (element == null) {
                break;
            }
            target.add(element);
            drained++;
        }
        return drained;
    }

    /**
     * As {@link #poll()}, for a caller that has something to give back before it is told of a failure: the next call is
     * told.
     */
    private @Nullable E pollBeforeTheEnd() {
        try {
            return poll();
        } catch (ChannelException.ClosedWithCause e) {
            return null;
        }
    }

    /** Receives all that is there, and drops it. */
    @Override
    public void clear() {
        boolean dropped;
        do {
            dropped = pollBeforeTheEnd() != null;
        } while (dropped);
    }

    // ---------------------------------------------------------------- what it is

    /** The number of values in the buffer; those of waiting senders are not counted. */
    @Override
    public int size() {
        return channel.len();
    }

    /** The room in the buffer now; 0 for an unbuffered channel. */
    @Override
    public int remainingCapacity() {
        return channel.cap() - channel.len();
    }

    @Override
    public String toString() {
        return "ChannelQueue[" + channel.len() + " of " + channel.cap() + "]";
    }

    // ---------------------------------------------------------------- what a channel cannot do

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public E peek() {
        throw new UnsupportedOperationException("a channel has no peek: a value is seen only by whoever receives it");
    }

    /**
     * Not supported; nor is anything built on it.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Iterator<E> iterator() {
        throw new UnsupportedOperationException(
                "a channel cannot be looked through: a value is seen only by whoever receives it");
    }

    private static Duration duration(long timeout, TimeUnit unit) {
        return Duration.ofNanos(Objects.requireNonNull(unit, "unit").toNanos(timeout));
    }
}
