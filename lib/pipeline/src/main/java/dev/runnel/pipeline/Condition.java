package dev.runnel.pipeline;

/**
 * A condition that holds for a value or not. Checked exceptions may be thrown.
 *
 * @param <T> what is asked about
 */
@FunctionalInterface
public interface Condition<T> {

    /** Whether it holds for this value. */
    boolean test(T value) throws Exception;
}
