package dev.runnel.interop;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.select.Select;
import io.vavr.control.Option;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber of a channel: a goroutine that waits for demand, receives, and gives. It receives nothing that was not
 * asked for, so no value is lost when the subscriber cancels: one that was received before the goroutine could know of
 * the cancel is still given.
 *
 * @param <T> the type of the values
 */
final class Emission<T> implements Flow.Subscription {

    /** What is emitted. */
    interface Source<T> extends AutoCloseable {

        /** Where the values come from. */
        RecvChan<T> channel();

        /** Closed when the channel is known to be closed and drained; the nil channel if only a receive can tell. */
        RecvChan<Void> drained();

        /** After the channel has closed: waits until it is known why. */
        default void awaitOutcome(Context over) throws CancelledException, InterruptedException {}

        /** After that: why, if that was no proper end. */
        Option<Throwable> failure();

        /** The subscriber wants no more, or has had all. */
        @Override
        void close();
    }

    private static final long UNBOUNDED = Long.MAX_VALUE;

    private final CancelContext over = Context.withCancel(Context.background());
    private final AtomicLong demand = new AtomicLong();
    private final Channel<Boolean> asked = new Channel<>(1);

    /** What the subscriber has done against the rules; only before it cancelled. */
    private final AtomicReference<@Nullable Throwable> misuse = new AtomicReference<>();

    // ---------------------------------------------------------------- by the subscriber, any thread

    @Override
    public void request(long n) {
        if (n <= 0) {
            String text = "request(" + n + "): the demand must be positive (Reactive Streams 3.9)";
            if (over.err().isEmpty() && misuse.compareAndSet(null, new IllegalArgumentException(text))) {
                over.cancel();
            }
            return;
        }
        demand.accumulateAndGet(n, (now, more) -> now + more < 0 ? UNBOUNDED : now + more);
        Told.surely(() -> asked.trySend(true));
    }

    @Override
    public void cancel() {
        over.cancel();
    }

    boolean isOver() {
        return over.err().isDefined();
    }

    /** It has not cancelled; what it does against the rules is no cancel. */
    private boolean isToBeTold() {
        return !isOver() || misuse.get() != null;
    }

    // ---------------------------------------------------------------- by the publisher

    /** Introduces itself to the subscriber, and starts. */
    void begin(Starter starter, Flow.Subscriber<? super T> subscriber, Emission.Opening<T> opening) {
        try {
            subscriber.onSubscribe(this);
        } catch (Throwable t) {
            // A subscriber that throws has cancelled (2.13), unless it is its caller that is unwound.
            if (Goexit.is(t)) {
                subscriber.onError(Told.cutOff("the goroutine that subscribed"));
            }
            throw t;
        }
        if (!isToBeTold()) {
            return;
        }
        try {
            starter.go(new Emitting(subscriber, opening));
        } catch (RuntimeClosedException e) {
            subscriber.onError(e);
        } catch (Error e) {
            subscriber.onError(Goexit.is(e) ? Told.cutOff("the goroutine that subscribed") : e);
            throw e;
        }
    }

    /** Opens the source; called by the goroutine that emits it. */
    @FunctionalInterface
    interface Opening<T> {
        Source<T> open();
    }

    private enum End {
        CANCELLED,
        COMPLETE,
        FAILED
    }

    private final class Emitting extends Told {

        private final Flow.Subscriber<? super T> subscriber;
        private final Opening<T> opening;
        private boolean drained;

        /** The subscriber has a value, or has thrown something as it got one. */
        private boolean gives;

        private @Nullable Throwable failure;

        Emitting(Flow.Subscriber<? super T> subscriber, Opening<T> opening) {
            this.subscriber = subscriber;
            this.opening = opening;
        }

        @Override
        void body() throws Exception {
            End end = End.CANCELLED; // also if the subscriber throws
            try (Source<T> source = opening.open()) {
                end = emit(source);
            } catch (Throwable e) {
                if (end == End.CANCELLED && isToBeTold()) { // else there is another end to tell of
                    tellOfFailure(e);
                }
                throw e;
            } finally {
                tell(end); // also if the source cannot be closed
            }
        }

        /** The subscriber waits: for a source that cannot be opened, or from which nothing can be received. */
        private void tellOfFailure(Throwable e) {
            if (Goexit.is(e)) {
                subscriber.onError(cutOff("the goroutine of the publisher"));
            } else if (!gives) { // else it is the subscriber that has failed
                subscriber.onError(e);
            }
        }

        private void tell(End end) {
            if (end == End.COMPLETE) {
                subscriber.onComplete();
            } else if (end == End.FAILED && failure != null) {
                subscriber.onError(failure);
            }
        }

        @Override
        void neverBegan() {
            if (isToBeTold()) {
                subscriber.onError(cutOff("the goroutine of the publisher"));
            }
        }

        /** Waits for demand, of a subscriber on whatever thread, or for the end. */
        private void awaitDemand(Select demandOrEnd) {
            Outside asks = Outside.mayCome();
            try {
                while (demand.get() == 0 && !drained && !isOver()) {
                    demandOrEnd.run();
                }
            } finally {
                asks.stop();
            }
        }

        private End emit(Source<T> source) throws Exception {
            RecvChan<T> channel = source.channel();
            Select demandOrEnd = Go.select()
                    .recv(asked, () -> {})
                    .recv(over.done(), () -> {})
                    .recv(source.drained(), () -> drained = true);
            while (true) {
                if (demand.get() == 0) {
                    awaitDemand(demandOrEnd);
                }
                Option<T> value;
                try {
                    value = channel.recv(over);
                    if (value.isEmpty()) {
                        source.awaitOutcome(over);
                    }
                } catch (CancelledException e) {
                    failure = misuse.get();
                    return failure == null ? End.CANCELLED : End.FAILED;
                } catch (ChannelException.ClosedWithCause e) {
                    failure = Inflow.whyClosed(e);
                    return End.FAILED;
                } catch (InterruptedException | ChannelException e) {
                    failure = e;
                    return End.FAILED;
                }
                if (value.isEmpty()) {
                    failure = source.failure().getOrNull();
                    return failure == null ? End.COMPLETE : End.FAILED;
                }
                demand.getAndDecrement(); // one without limit is never used up
                gives = true;
                subscriber.onNext(value.get());
                gives = false;
            }
        }
    }
}
