package dev.runnel.interop;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import io.vavr.control.Option;
import java.util.Objects;
import java.util.concurrent.Flow;

/**
 * Channels and the publishers and subscribers of {@link Flow}, in both directions, by the rules of Reactive Streams.
 * Demand is room: a publisher receives no more than was asked for, and a subscriber asks for no more than it has room
 * for.
 */
public final class Flows {

    private Flows() {}

    /**
     * A publisher of what is received from a channel. As always with several receivers of one channel, each value goes
     * to one subscriber. If each subscriber is to get all values, see {@link #publisher(Feed)}.
     *
     * <p>A value is received when a subscriber has asked for one. So a cancel loses none, and a subscriber that asks
     * for nothing is not told of the close. When the channel is closed and drained, subscribers that ask complete; if
     * it was {@linkplain dev.runnel.channel.SendChan#close(Throwable) closed with a cause}, they get that cause as the
     * error. Each subscription is a goroutine of the runtime of whoever calls this method; what a subscriber throws is
     * a failure of that goroutine, and cancels the subscription.
     *
     * @param channel where the values come from, not null
     * @return the publisher; if that runtime closes before the channel, subscribers get an error
     */
    public static <T> Flow.Publisher<T> publisher(RecvChan<T> channel) {
        Objects.requireNonNull(channel, "channel");
        return new Emitter<>(Named.ofCaller("publisher"), starter -> new OfChannel<>(channel));
    }

    /**
     * A publisher that runs a program for each subscriber. The program's sends wait for demand. A subscriber completes
     * when the program returns, and gets as its error what the program throws, or the cause that the program has closed
     * its channel with; both whether it has asked for a value or not. A cancel by the subscriber ends the program as
     * {@link Feed} says. A subscription is two goroutines of the runtime of whoever calls this method.
     *
     * @param feed the program, not null
     * @return the publisher
     */
    public static <T> Flow.Publisher<T> publisher(Feed<T> feed) {
        Objects.requireNonNull(feed, "feed");
        return new Emitter<>(
                Named.ofCaller("publisher"),
                starter -> new OfFeed<>(Inflow.start(starter, Context.background(), 0, feed)));
    }

    /**
     * As {@link #subscribe(Context, Flow.Publisher, int)}, without a context.
     *
     * @param publisher not null
     * @param capacity how many values are asked for ahead of the reader; 1 or more
     * @throws IllegalArgumentException if the capacity is less than 1, or more than a channel can have
     */
    public static <T> Inflow<T> subscribe(Flow.Publisher<? extends T> publisher, int capacity) {
        return subscribe(Context.background(), publisher, capacity);
    }

    /**
     * Subscribes, and gives a channel of what the publisher has. It never asks for more than the reader has left room
     * for. An error that the publisher signals becomes the {@linkplain Inflow#failure() failure}, after the values that
     * came before it. The subscription is cancelled when the context ends or the reader closes the inflow.
     *
     * @param context ends the subscription, not null
     * @param publisher not null; subscribed to when this returns
     * @param capacity how many values are asked for ahead of the reader; 1 or more
     * @throws IllegalArgumentException if the capacity is less than 1, or more than a channel can have
     */
    public static <T> Inflow<T> subscribe(Context context, Flow.Publisher<? extends T> publisher, int capacity) {
        Objects.requireNonNull(publisher, "publisher");
        Intake<T> intake = new Intake<>(context, capacity);
        try {
            publisher.subscribe(intake);
        } catch (Throwable t) {
            intake.inflow().close();
            throw t;
        }
        return intake.inflow();
    }

    /** Begins an emission for each subscriber. */
    private record Emitter<T>(Starter starter, Opener<T> opener) implements Flow.Publisher<T> {

        @Override
        public void subscribe(Flow.Subscriber<? super T> subscriber) {
            Objects.requireNonNull(subscriber, "subscriber");
            new Emission<T>().begin(starter, subscriber, () -> opener.open(starter));
        }
    }

    @FunctionalInterface
    private interface Opener<T> {
        Emission.Source<T> open(Starter starter);
    }

    private record OfChannel<T>(RecvChan<T> channel) implements Emission.Source<T> {

        @Override
        public RecvChan<Void> drained() {
            return Go.nilChan();
        }

        @Override
        public Option<Throwable> failure() {
            return Option.none();
        }

        @Override
        public void close() {
            // The channel is its owner's.
        }
    }

    private record OfFeed<T>(Inflow<T> inflow) implements Emission.Source<T> {

        @Override
        public RecvChan<T> channel() {
            return inflow.channel();
        }

        @Override
        public RecvChan<Void> drained() {
            return inflow.done(); // the channel is unbuffered: once closed it is drained
        }

        @Override
        public Option<Throwable> failure() {
            return inflow.failure();
        }

        @Override
        public void awaitOutcome(Context over) throws CancelledException, InterruptedException {
            inflow.done().recv(over);
        }

        @Override
        public void close() {
            inflow.close();
        }
    }
}
