package dev.runnel.pipeline;

import dev.runnel.channel.SendChan;
import dev.runnel.select.Handler;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline ends in; a value that may be used for many pipelines. It runs in the goroutine, or on the thread,
 * that runs the pipeline; in Go the loop over the last channel.
 *
 * @param <T> the type of the elements
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface Sink<T, R extends @Nullable Object> {

    /**
     * Receives until it has its result. When it returns, the stages before are told that nobody wants more.
     *
     * @param in gives the elements
     * @return the result
     * @throws Exception if it fails, and the pipeline with it; what {@link Inlet} throws is to be let through
     */
    R drain(Inlet<T> in) throws Exception;

    /** All elements, in the order in which they come. */
    static <T> Sink<T, List<T>> toList() {
        return in -> {
            java.util.List<T> all = new ArrayList<>();
            in.forEach(all::add);
            return List.ofAll(all);
        };
    }

    /**
     * The elements combined with a first value, from left to right.
     *
     * @param zero the first value, not null
     * @param function combines the value so far with the next element
     */
    static <T, R> Sink<T, R> fold(R zero, Combination<? super R, ? super T, ? extends R> function) {
        Objects.requireNonNull(zero, "fold: zero");
        Objects.requireNonNull(function, "fold: function");
        return in -> combined(in, zero, function, "fold: the function");
    }

    private static <T, R> R combined(
            Inlet<T> in, R first, Combination<? super R, ? super T, ? extends R> function, String name)
            throws Exception {
        R result = first;
        for (T element = in.recvOrNull(); element != null; element = in.recvOrNull()) {
            result = Check.given(function.apply(result, element), name);
        }
        return result;
    }

    /**
     * The elements combined with each other, from left to right; none if there is no element.
     *
     * @param function combines the value so far with the next element
     */
    static <T> Sink<T, Option<T>> reduce(Combination<? super T, ? super T, ? extends T> function) {
        Objects.requireNonNull(function, "reduce: function");
        return in -> {
            T first = in.recvOrNull();
            return first == null
                    ? Option.none()
                    : Option.some(Sink.<T, T>combined(in, first, function, "reduce: the function"));
        };
    }

    /** The first element, or none; nothing more is asked for. */
    static <T> Sink<T, Option<T>> first() {
        return Inlet::recv;
    }

    /**
     * Does something with each element.
     *
     * @param action what to do
     */
    static <T> Sink<T, @Nullable Void> forEach(Handler<? super T> action) {
        Objects.requireNonNull(action, "forEach: action");
        return in -> {
            in.forEach(action);
            return null;
        };
    }

    /**
     * Sends each element on a channel, waiting for room. Does not close it.
     *
     * @param channel the channel
     */
    static <T> Sink<T, @Nullable Void> to(SendChan<? super T> channel) {
        Objects.requireNonNull(channel, "to: channel");
        return in -> {
            in.forEach(element -> channel.send(element, in.context()));
            return null;
        };
    }
}
