package dev.runnel.select;

/**
 * What to do with the value of the clause that was chosen. Checked exceptions may be thrown.
 *
 * @param <T> the type of the value
 */
@FunctionalInterface
public interface Handler<T> {

    /** Does it. */
    void accept(T value) throws Exception;
}
