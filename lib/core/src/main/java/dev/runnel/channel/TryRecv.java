package dev.runnel.channel;

import io.vavr.control.Option;
import java.util.Objects;

/**
 * The outcome of a receive that does not wait, or not for ever.
 *
 * @param <T> the type of the values
 */
public sealed interface TryRecv<T> {

    /**
     * A value was received.
     *
     * @param value the value, not null
     */
    record Value<T>(T value) implements TryRecv<T> {

        /** Channels hold no null, so none can have been received. */
        public Value {
            Objects.requireNonNull(value, "value");
        }
    }

    /** The channel is open and had no value, or none came in time. */
    record Empty<T>() implements TryRecv<T> {}

    /** The channel is closed and drained. */
    record Closed<T>() implements TryRecv<T> {}

    /** The value, if one was received. */
    default Option<T> toOption() {
        return this instanceof Value<T> received ? Option.some(received.value()) : Option.none();
    }

    /** Whether the channel is closed and drained. */
    default boolean isClosed() {
        return this instanceof Closed;
    }

    /** Whether the channel was open and had no value. */
    default boolean isEmpty() {
        return this instanceof Empty;
    }
}
