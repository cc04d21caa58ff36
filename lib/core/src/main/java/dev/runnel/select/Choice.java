package dev.runnel.select;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.select.ValueSelect;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Go's {@code select} for a value; CSP's external choice. All that is said of {@link Select} holds; the body of the
 * clause that is chosen gives the result. If the first clause gives a more specific type than the others, state their
 * common type there: {@code choose().recv(names, v -> (Object) v.get())}.
 *
 * @param <R> the type of the result, fixed by the first clause
 */
public sealed interface Choice<R extends @Nullable Object> permits ValueSelect {

    /** A receive: see {@link Select#recv(RecvChan, Handler)}. */
    <T> Choice<R> recv(@Nullable RecvChan<T> channel, Mapping<? super Option<T>, ? extends R> body);

    /** A receive whose value is not wanted: see {@link Select#recv(RecvChan, Action)}. */
    Choice<R> recv(@Nullable RecvChan<?> channel, Producer<? extends R> body);

    /** A receive of several values: see {@link Select#recvUpTo(RecvChan, int, Handler)}. */
    <T> Choice<R> recvUpTo(@Nullable RecvChan<T> channel, int most, Mapping<? super List<T>, ? extends R> body);

    /** A send: see {@link Select#send(SendChan, Object, Action)}. */
    <T> Choice<R> send(@Nullable SendChan<? super T> channel, @Nullable T value, Producer<? extends R> body);

    /** A send whose value is asked for at each entry: see {@link Select#sendFrom(SendChan, Producer, Action)}. */
    <T> Choice<R> sendFrom(
            @Nullable SendChan<? super T> channel, Producer<? extends @Nullable T> value, Producer<? extends R> body);

    /** Something other than a channel: see {@link Select#on(Event, Handler)}. */
    <T> Choice<R> on(@Nullable Event<T> event, Mapping<? super T, ? extends R> body);

    /** The same, where what was taken is not wanted: see {@link Select#on(Event, Action)}. */
    Choice<R> on(@Nullable Event<?> event, Producer<? extends R> body);

    /** A timeout: see {@link Select#after(Duration, Action)}. */
    Choice<R> after(Duration delay, Producer<? extends R> body);

    /** Go's {@code default}: see {@link Select#otherwise(Action)}. */
    Choice<R> otherwise(Producer<? extends R> body);

    /** In the order written: see {@link Select#ordered()}. */
    Choice<R> ordered();

    /** By turns: see {@link Select#rotating()}. */
    Choice<R> rotating();

    /**
     * Runs the select once and returns the result of the chosen clause's body; blocks, and throws, as
     * {@link Select#run()}.
     */
    R get();

    /**
     * As {@link #get()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread was interrupted before a clause was chosen; none has been chosen then
     */
    R getInterruptibly() throws InterruptedException;

    /**
     * As {@link #get()}, but a cancellation ends the wait, and so does an interrupt; see
     * {@link Select#run(Cancellation)}.
     *
     * @param cancellation what may end the wait
     * @throws CancelledException if it was cancelled before the call, or before a clause was chosen; none has been
     *     chosen then
     * @throws InterruptedException if the thread was interrupted before a clause was chosen; none has been chosen then
     */
    R get(Cancellation cancellation) throws CancelledException, InterruptedException;

    /** A choice that has no clause yet: the first one fixes the type of the result. */
    final class Start {

        /** At random, as in Go. */
        public static final Start INSTANCE = new Start(Order.RANDOM);

        private static final Start ORDERED = new Start(Order.ORDERED);
        private static final Start ROTATING = new Start(Order.ROTATING);

        private enum Order {
            RANDOM,
            ORDERED,
            ROTATING
        }

        private final Order order;

        private Start(Order order) {
            this.order = order;
        }

        /**
         * With the type of the result stated, where the first clause cannot fix it:
         * {@code choose().<Animal>giving().recv(cats, Option::get)}.
         *
         * @param <R> the type of the result
         */
        public <R> Choice<R> giving() {
            Choice<R> choice = new ValueSelect<>();
            return switch (order) {
                case RANDOM -> choice;
                case ORDERED -> choice.ordered();
                case ROTATING -> choice.rotating();
            };
        }

        /** In the order written: see {@link Select#ordered()}. */
        public Start ordered() {
            return inOrder(ORDERED);
        }

        /** By turns: see {@link Select#rotating()}. */
        public Start rotating() {
            return inOrder(ROTATING);
        }

        private Start inOrder(Start start) {
            if (order != Order.RANDOM) {
                throw new IllegalStateException("a select has one order at most");
            }
            return start;
        }

        /** A receive: see {@link Select#recv(RecvChan, Handler)}. */
        public <T, R> Choice<R> recv(@Nullable RecvChan<T> channel, Mapping<? super Option<T>, ? extends R> body) {
            return this.<R>giving().recv(channel, body);
        }

        /** A receive whose value is not wanted: see {@link Select#recv(RecvChan, Action)}. */
        public <R> Choice<R> recv(@Nullable RecvChan<?> channel, Producer<? extends R> body) {
            return this.<R>giving().recv(channel, body);
        }

        /** A receive of several values: see {@link Select#recvUpTo(RecvChan, int, Handler)}. */
        public <T, R> Choice<R> recvUpTo(
                @Nullable RecvChan<T> channel, int most, Mapping<? super List<T>, ? extends R> body) {
            return this.<R>giving().recvUpTo(channel, most, body);
        }

        /** A send: see {@link Select#send(SendChan, Object, Action)}. */
        public <T, R> Choice<R> send(
                @Nullable SendChan<? super T> channel, @Nullable T value, Producer<? extends R> body) {
            return this.<R>giving().send(channel, value, body);
        }

        /** A send whose value is asked for at each entry: see {@link Select#sendFrom(SendChan, Producer, Action)}. */
        public <T, R> Choice<R> sendFrom(
                @Nullable SendChan<? super T> channel,
                Producer<? extends @Nullable T> value,
                Producer<? extends R> body) {
            return this.<R>giving().sendFrom(channel, value, body);
        }

        /** Something other than a channel: see {@link Select#on(Event, Handler)}. */
        public <T, R> Choice<R> on(@Nullable Event<T> event, Mapping<? super T, ? extends R> body) {
            return this.<R>giving().on(event, body);
        }

        /** The same, where what was taken is not wanted: see {@link Select#on(Event, Action)}. */
        public <R> Choice<R> on(@Nullable Event<?> event, Producer<? extends R> body) {
            return this.<R>giving().on(event, body);
        }

        /** A timeout: see {@link Select#after(Duration, Action)}. */
        public <R> Choice<R> after(Duration delay, Producer<? extends R> body) {
            return this.<R>giving().after(delay, body);
        }

        /** Go's {@code default}: see {@link Select#otherwise(Action)}. */
        public <R> Choice<R> otherwise(Producer<? extends R> body) {
            return this.<R>giving().otherwise(body);
        }
    }
}
