package dev.runnel.select;

import org.jspecify.annotations.Nullable;

/**
 * Gives a result, or the value to be sent. Checked exceptions may be thrown.
 *
 * @param <R> the type of the result; nullable where the taker says so
 */
@FunctionalInterface
public interface Producer<R extends @Nullable Object> {

    /** The result. */
    R get() throws Exception;
}
