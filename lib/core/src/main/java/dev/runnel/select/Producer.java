package dev.runnel.select;

/**
 * Gives a result, or the value to be sent. Checked exceptions may be thrown.
 *
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface Producer<R> {

    /** The result. */
    R get() throws Exception;
}
