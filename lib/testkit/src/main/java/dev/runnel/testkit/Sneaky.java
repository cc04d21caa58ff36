package dev.runnel.testkit;

import org.jspecify.annotations.Nullable;

/** Throws what a program has thrown, checked or not, as it is. */
final class Sneaky {

    private Sneaky() {}

    /** Never returns; the type is for the caller's {@code throw}. */
    @SuppressWarnings("unchecked")
    static <X extends Throwable> RuntimeException rethrow(@Nullable Throwable thrown) throws X {
        throw (X) thrown;
    }
}
