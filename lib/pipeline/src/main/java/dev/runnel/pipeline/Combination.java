package dev.runnel.pipeline;

/**
 * A function of two values. Checked exceptions may be thrown.
 *
 * @param <A> the type of the first
 * @param <B> the type of the second
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface Combination<A, B, R> {

    /** The result, not null. */
    R apply(A first, B second) throws Exception;
}
