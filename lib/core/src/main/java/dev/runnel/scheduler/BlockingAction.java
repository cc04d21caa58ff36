package dev.runnel.scheduler;

/**
 * A call that blocks, and returns nothing.
 *
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface BlockingAction<E extends Exception> {

    /** Makes it. */
    void run() throws E;
}
