package dev.runnel.interop;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.HeededChan;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Home;
import io.vavr.control.Option;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A channel that somebody feeds, and the outcome of the feeding. As with Go's {@code Scanner}, the channel is read to
 * its end, and then {@link #failure()} says whether that was the end of the values. A loop over the inflow itself
 * reports a failure by an exception. The channel is not closed with the failure as its cause: it just ends, for readers
 * of any kind. Only if the feed itself closes it with a cause are receivers told of that cause; {@code failure()} gives
 * it, too.
 *
 * <pre>{@code
 * try (Inflow<Event> events = Flows.subscribe(publisher, 64)) {
 *     for (Event event : events) {
 *         handle(event);
 *     }
 * }
 * }</pre>
 *
 * <p>It ends when its source does, when the context that it was made with ends, or when the reader closes it. Values
 * that are in the channel by then can still be received. A reader that cancels the channel thereby closes the inflow,
 * and drops those values. What was done before a failure is visible to whoever sees the failure.
 *
 * @param <T> the type of the values
 */
public final class Inflow<T> implements Iterable<T>, AutoCloseable {

    private final HeededChan<T> channel;
    private final Channel<Void> done = new Signal(Home.ofCaller(), "end of an inflow");
    private final CancelContext context;
    private final Cancellation.Stop onCancel;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean closed;

    private Inflow(Context parent, int capacity) {
        channel = new HeededChan<>(capacity, this::cancelChannel);
        context = Context.withCancel(parent);
        onCancel = context.onDone(this::cancelled);
    }

    // ---------------------------------------------------------------- sources

    /**
     * What a program sends, on an unbuffered channel.
     *
     * @param feed the program, not null; it runs as a goroutine of the caller's runtime
     */
    public static <T> Inflow<T> of(Feed<T> feed) {
        return of(Context.background(), 0, feed);
    }

    /**
     * What a program sends, until a context ends.
     *
     * @param parent the context, not null
     * @param capacity how many values the channel holds; 0 makes it unbuffered
     * @param feed the program, not null; it runs as a goroutine of the caller's runtime
     * @throws ChannelException.SizeOutOfRange if the capacity is negative or too large
     */
    public static <T> Inflow<T> of(Context parent, int capacity, Feed<T> feed) {
        return start(Named.ofCaller("inflow"), parent, capacity, feed);
    }

    /**
     * What an iterable has, for example a collection, on an unbuffered channel. The iterator is used by one goroutine.
     * When the inflow is closed, the goroutine ends at its next send; a step of an iterator that blocks is not
     * interrupted.
     *
     * @param values not null, and without null
     */
    public static <T> Inflow<T> ofAll(Iterable<? extends T> values) {
        return of(Iterators.feed(values));
    }

    /**
     * What a stream has, on an unbuffered channel. The stream is closed at the end, by the goroutine that used it; or
     * by another thread if that goroutine never begins, as its runtime closes.
     *
     * @param values not null, and without null
     */
    public static <T> Inflow<T> ofAll(Stream<? extends T> values) {
        return start(Named.ofCaller("inflow"), Context.background(), 0, Iterators.feed(values), values::close);
    }

    static <T> Inflow<T> start(Starter starter, Context parent, int capacity, Feed<T> feed) {
        return start(starter, parent, capacity, feed, () -> {});
    }

    /**
     * As the others.
     *
     * @param neverBegan what is done in place of the program if its goroutine never begins; by a thread that is no
     *     goroutine
     */
    static <T> Inflow<T> start(Starter starter, Context parent, int capacity, Feed<T> feed, Runnable neverBegan) {
        Objects.requireNonNull(feed, "feed");
        Inflow<T> inflow = new Inflow<>(parent, capacity);
        try {
            starter.go(inflow.new Feeding(feed, neverBegan));
        } catch (Throwable t) {
            inflow.close();
            throw t;
        }
        return inflow;
    }

    // ---------------------------------------------------------------- what the reader has

    /**
     * The channel; closed at the end, without a cause even if there is a {@linkplain #failure() failure}. The same each
     * time.
     */
    public RecvChan<T> channel() {
        return channel;
    }

    /** Closed when the goroutine that feeds the channel has ended as well, after the channel. */
    public RecvChan<Void> done() {
        return done;
    }

    /**
     * Why there will be no more values: what the source threw or signalled, how the context ended, or the cause that
     * the feed closed the channel with. Never blocks. If a program has closed the channel itself, what it throws after
     * that is known when the inflow is {@link #done}, for which the loop over the inflow waits.
     *
     * @return none while the channel is open; none if the source came to its end, or the reader closed the inflow or
     *     cancelled the channel
     */
    public Option<Throwable> failure() {
        Throwable why = failure.get();
        return why == null && !channel.isCancelled() ? channel.closeCause() : Option.of(why);
    }

    /**
     * After the end of the channel: waits until {@link #failure} is known. A program may have closed the channel
     * itself, and be about to throw.
     */
    void awaitOutcome() {
        if (!closed && failure().isEmpty()) {
            done.recv();
        } else {
            Checkpoint.passAtAnEnd(); // the feed may have closed the channel, and been unwound after that
        }
    }

    /** What a channel was closed with, according to what a receiver was told. */
    static Throwable whyClosed(ChannelException.ClosedWithCause told) {
        return Objects.requireNonNullElse(told.getCause(), told);
    }

    /**
     * Wants no more values: cancels the source, and closes the channel. Does not wait for the source; {@link #done()}
     * tells of its end. A second call does nothing.
     */
    @Override
    public void close() {
        closed = true;
        context.cancel();
    }

    /**
     * As a loop over {@link #channel()}, except that the loop throws the failure if the values have ended by one.
     *
     * @return an iterator whose {@code hasNext} may block, and throws {@link CompletionException} with the failure as
     *     its cause
     */
    @Override
    public Iterator<T> iterator() {
        Iterator<T> received = channel.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                try {
                    if (received.hasNext()) {
                        return true;
                    }
                } catch (ChannelException.ClosedWithCause e) {
                    throw new CompletionException(whyClosed(e));
                }
                awaitOutcome();
                Throwable why = failure.get();
                if (why != null) {
                    throw new CompletionException(why);
                }
                return false;
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the channel is closed and drained");
                }
                return received.next();
            }
        };
    }

    /**
     * The values still to come, as a sequential, ordered, lazy stream: each step is one receive, and may block. Closing
     * the stream closes the inflow. A failure is thrown as by {@link #iterator()}.
     */
    public Stream<T> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL),
                        false)
                .onClose(this::close);
    }

    @Override
    public String toString() {
        return "Inflow over " + channel;
    }

    // ---------------------------------------------------------------- how it ends

    /**
     * Called by a reader. That it wants no more is known before anybody sees the end; the feed is told of that as by a
     * close.
     */
    private void cancelChannel(Runnable cancel) {
        closed = true;
        try {
            cancel.run();
        } finally {
            context.cancel();
        }
    }

    /**
     * The context has ended before the source. The failure comes first: whoever sees the channel closed looks at it.
     */
    private void cancelled() {
        CancelledException err = context.err().getOrNull();
        try {
            if (err != null) {
                fail(CancelHook.anew(context, err));
            }
        } finally {
            channel.closeIfOpen();
        }
    }

    /** The first failure counts, unless the reader has gone; tells whether somebody may learn of this one. */
    private boolean fail(Throwable why) {
        return !closed && failure.compareAndSet(null, why);
    }

    private void finish() {
        onCancel.stop();
        try {
            cancelled(); // if it is: the feed may have seen that before this was told of it
            context.cancel();
        } finally {
            done.closeIfOpen();
        }
    }

    private final class Feeding extends Told {

        private final Feed<T> feed;
        private final Runnable instead;

        Feeding(Feed<T> feed, Runnable instead) {
            this.feed = feed;
            this.instead = instead;
        }

        @Override
        void body() throws Exception {
            try {
                feed.run(channel, context);
            } catch (Throwable thrown) {
                boolean exit = Goexit.is(thrown);
                boolean learned = fail(exit ? cutOff("the goroutine that fed the channel") : PassedOn.orItself(thrown));
                if (exit || (thrown instanceof Error && !learned)) {
                    throw thrown;
                }
            } finally {
                finish();
            }
        }

        @Override
        void neverBegan() {
            fail(cutOff("the goroutine that was to feed the channel"));
            try {
                instead.run();
            } finally {
                finish();
            }
        }
    }
}
