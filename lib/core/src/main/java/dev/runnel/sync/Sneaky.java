package dev.runnel.sync;

/** Throws what a body throws as it is, though checked exceptions are not declared. */
final class Sneaky {

    private Sneaky() {}

    static RuntimeException rethrow(Throwable thrown) {
        throw Sneaky.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
