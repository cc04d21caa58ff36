package dev.runnel.select;

/**
 * What the value of the clause that was chosen comes to. Checked exceptions may be thrown.
 *
 * @param <T> the type of the value
 * @param <R> the type of the result
 */
@FunctionalInterface
public interface Mapping<T, R> {

    /** The result. */
    R apply(T value) throws Exception;
}
