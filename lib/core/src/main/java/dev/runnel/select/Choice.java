package dev.runnel.select;

import dev.runnel.channel.RecvChan;
import dev.runnel.channel.SendChan;
import dev.runnel.runtime.select.ValueSelect;
import io.vavr.control.Option;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Go's {@code select} for a value; CSP's external choice. All that is said of {@link Select} holds; the body of the
 * clause that is chosen gives the result.
 *
 * @param <R> the type of the result, fixed by the first clause
 */
public sealed interface Choice<R extends @Nullable Object> permits ValueSelect {

    /** A receive: see {@link Select#recv(RecvChan, Handler)}. */
    <T> Choice<R> recv(@Nullable RecvChan<T> channel, Mapping<? super Option<T>, ? extends R> body);

    /** A receive whose value is not wanted: see {@link Select#recv(RecvChan, Action)}. */
    Choice<R> recv(@Nullable RecvChan<?> channel, Producer<? extends R> body);

    /** A send: see {@link Select#send(SendChan, Object, Action)}. */
    <T> Choice<R> send(@Nullable SendChan<? super T> channel, T value, Producer<? extends R> body);

    /** A send whose value is asked for at each entry: see {@link Select#sendFrom(SendChan, Producer, Action)}. */
    <T> Choice<R> sendFrom(
            @Nullable SendChan<? super T> channel, Producer<? extends T> value, Producer<? extends R> body);

    /** A timeout: see {@link Select#after(Duration, Action)}. */
    Choice<R> after(Duration delay, Producer<? extends R> body);

    /** Go's {@code default}: see {@link Select#otherwise(Action)}. */
    Choice<R> otherwise(Producer<? extends R> body);

    /** Runs the select once and gives the result of the chosen clause's body. */
    R get();

    /**
     * As {@link #get()}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread was interrupted before a clause was chosen; none has been
     */
    R getInterruptibly() throws InterruptedException;

    /** A choice that has no clause yet: the first one fixes the type of the result. */
    final class Start {

        /** The only one; it has no state. */
        public static final Start INSTANCE = new Start();

        private Start() {}

        /** A receive: see {@link Select#recv(RecvChan, Handler)}. */
        public <T, R> Choice<R> recv(@Nullable RecvChan<T> channel, Mapping<? super Option<T>, ? extends R> body) {
            return new ValueSelect<R>().recv(channel, body);
        }

        /** A receive whose value is not wanted: see {@link Select#recv(RecvChan, Action)}. */
        public <R> Choice<R> recv(@Nullable RecvChan<?> channel, Producer<? extends R> body) {
            return new ValueSelect<R>().recv(channel, body);
        }

        /** A send: see {@link Select#send(SendChan, Object, Action)}. */
        public <T, R> Choice<R> send(@Nullable SendChan<? super T> channel, T value, Producer<? extends R> body) {
            return new ValueSelect<R>().send(channel, value, body);
        }

        /** A send whose value is asked for at each entry: see {@link Select#sendFrom(SendChan, Producer, Action)}. */
        public <T, R> Choice<R> sendFrom(
                @Nullable SendChan<? super T> channel, Producer<? extends T> value, Producer<? extends R> body) {
            return new ValueSelect<R>().sendFrom(channel, value, body);
        }

        /** A timeout: see {@link Select#after(Duration, Action)}. */
        public <R> Choice<R> after(Duration delay, Producer<? extends R> body) {
            return new ValueSelect<R>().after(delay, body);
        }

        /** Go's {@code default}: see {@link Select#otherwise(Action)}. */
        public <R> Choice<R> otherwise(Producer<? extends R> body) {
            return new ValueSelect<R>().otherwise(body);
        }
    }
}
