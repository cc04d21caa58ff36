package dev.runnel.interop;

import dev.runnel.Go;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.select.Producer;
import io.vavr.collection.Iterator;
import io.vavr.collection.List;
import io.vavr.collection.Stream;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.ExecutionException;

/**
 * Channels and the collections and outcomes of vavr, in both directions. A vavr collection is an {@code Iterable}, so
 * {@link Inflow#ofAll(Iterable)} makes a channel of it.
 *
 * <p>A {@code Try} cannot hold what vavr takes for fatal: an {@link InterruptedException}, a {@link LinkageError} or a
 * {@link VirtualMachineError}. Where one of these is the failure, the {@code Try} has an {@link ExecutionException}
 * with it as its cause.
 */
public final class Tries {

    private Tries() {}

    // ---------------------------------------------------------------- collections

    /**
     * The values still to come; each step is one receive, and may block.
     *
     * @param channel not null; if it was closed with a cause the last step throws
     *     {@link ChannelException.ClosedWithCause}
     */
    public static <T> Iterator<T> iterator(RecvChan<T> channel) {
        return Iterator.ofAll(Objects.requireNonNull(channel, "channel").iterator());
    }

    /**
     * Receives until the channel is closed and drained.
     *
     * @param channel not null
     * @throws ChannelException.ClosedWithCause if it was closed with a cause; what was received is lost
     */
    public static <T> List<T> toList(RecvChan<T> channel) {
        return List.ofAll(Objects.requireNonNull(channel, "channel"));
    }

    /**
     * The values still to come, as a stream that keeps what it has received. The first value is received here; each
     * further step is one receive, and may block.
     *
     * @param channel not null; if it was closed with a cause the last step throws
     *     {@link ChannelException.ClosedWithCause}
     */
    public static <T> Stream<T> toStream(RecvChan<T> channel) {
        return Stream.ofAll(Objects.requireNonNull(channel, "channel"));
    }

    // ---------------------------------------------------------------- outcomes

    /**
     * All values, or the first failure. After a failure no more is received: what follows stays in the channel. The
     * cause that the channel was closed with is a failure, too.
     *
     * @param channel not null
     */
    public static <T> Try<List<T>> sequence(RecvChan<Try<T>> channel) {
        Objects.requireNonNull(channel, "channel");
        java.util.List<T> values = new ArrayList<>();
        try {
            for (Try<T> outcome : channel) {
                if (outcome.isFailure()) {
                    return failure(outcome.getCause());
                }
                values.add(outcome.get());
            }
        } catch (ChannelException.ClosedWithCause e) {
            return failure(Inflow.whyClosed(e));
        }
        return Try.success(List.ofAll(values));
    }

    /**
     * All right values, or the first left one. After a left one no more is received: what follows stays in the channel.
     *
     * @param channel not null
     * @throws ChannelException.ClosedWithCause if it was closed with a cause, and had no left value; what was received
     *     is lost
     */
    public static <L, R> Either<L, List<R>> sequenceRight(RecvChan<Either<L, R>> channel) {
        Objects.requireNonNull(channel, "channel");
        java.util.List<R> values = new ArrayList<>();
        for (Either<L, R> outcome : channel) {
            if (outcome.isLeft()) {
                return Either.left(outcome.getLeft());
            }
            values.add(outcome.get());
        }
        return Either.right(List.ofAll(values));
    }

    /**
     * All values of an inflow, or its failure; the inflow is closed then.
     *
     * @param inflow not null
     */
    public static <T> Try<List<T>> toTry(Inflow<T> inflow) {
        Objects.requireNonNull(inflow, "inflow");
        try (inflow) {
            List<T> values = toList(inflow.channel());
            inflow.awaitOutcome();
            return inflow.failure().map(Tries::<List<T>>failure).getOrElse(() -> Try.success(values));
        } catch (ChannelException.ClosedWithCause e) {
            return failure(Inflow.whyClosed(e));
        }
    }

    /**
     * The values of an inflow as successes and then its failure, if there was one: the channel itself says how it
     * ended.
     *
     * @param inflow not null; closed when the channel is
     */
    public static <T> Inflow<Try<T>> outcomes(Inflow<T> inflow) {
        Objects.requireNonNull(inflow, "inflow");
        Feed<Try<T>> feed = (out, context) -> {
            try (inflow) {
                bring(inflow.channel(), out, context);
                inflow.done().recv(context);
                if (inflow.failure().isDefined()) {
                    out.send(failure(inflow.failure().get()), context);
                }
            }
        };
        return Inflow.start(Named.ofCaller("inflow"), Context.background(), 0, feed, inflow::close);
    }

    private static <T> void bring(RecvChan<T> channel, SendChan<Try<T>> out, Context context) throws Exception {
        try {
            for (T value : channel.until(context)) {
                out.send(Try.success(value), context);
            }
        } catch (ChannelException.ClosedWithCause e) {
            return; // the inflow knows it
        }
    }

    /**
     * The successes that come before the first failure, which becomes that of the inflow; the cause that the channel
     * was closed with is one, too.
     *
     * @param channel not null; what comes after a failure stays there
     */
    public static <T> Inflow<T> successes(RecvChan<Try<T>> channel) {
        Objects.requireNonNull(channel, "channel");
        return Inflow.of(Context.background(), 0, (out, context) -> {
            try {
                for (var outcome = channel.recv(context); outcome.isDefined(); outcome = channel.recv(context)) {
                    out.send(outcome.get().getOrElseThrow(PassedOn::new), context);
                }
            } catch (ChannelException.ClosedWithCause e) {
                throw new PassedOn(Inflow.whyClosed(e));
            }
        });
    }

    /**
     * Runs a task in a new goroutine; its outcome comes out of a channel with a buffer of 1, which is then closed. If
     * the goroutine is cut off, the channel is closed without a value.
     *
     * @param task what the goroutine does, not null; what it throws is no failure of the goroutine
     */
    public static <T> RecvChan<Try<T>> goTry(Producer<? extends T> task) {
        Objects.requireNonNull(task, "task");
        Channel<Try<T>> once = new Channel<>(1);
        Go.go(new Told() {
            @Override
            void body() throws Exception {
                try {
                    once.trySend(outcome(task));
                } finally {
                    once.closeIfOpen();
                }
            }

            @Override
            void neverBegan() {
                once.closeIfOpen();
            }
        });
        return once;
    }

    private static <T> Try<T> outcome(Producer<? extends T> task) throws Exception {
        try {
            return Try.success(task.get());
        } catch (Throwable thrown) {
            if (Goexit.is(thrown)) {
                throw thrown;
            }
            return failure(thrown);
        }
    }

    /** A failure; vavr throws those that it takes for fatal, an {@code InterruptedException} among them. */
    static <T> Try<T> failure(Throwable why) {
        try {
            return Try.failure(why);
        } catch (Throwable fatal) {
            return Try.failure(new ExecutionException(why));
        }
    }
}
