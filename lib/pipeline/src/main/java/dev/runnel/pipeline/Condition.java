package dev.runnel.pipeline;

/**
 * Whether something is so. Checked exceptions may be thrown.
 *
 * @param <T> what is asked about
 */
@FunctionalInterface
public interface Condition<T> {

    /** Whether it is so of this one. */
    boolean test(T value) throws Exception;
}
