package dev.runnel.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A call that blocks, and returns something.
 *
 * @param <T> what it returns
 * @param <E> what it may throw
 */
@FunctionalInterface
public interface BlockingCall<T extends @Nullable Object, E extends Exception> {

    /** Makes it. */
    T call() throws E;
}
