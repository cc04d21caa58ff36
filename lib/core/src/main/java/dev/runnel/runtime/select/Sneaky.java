package dev.runnel.runtime.select;

/** Throws what the bodies of a select throw as it is, though checked exceptions are not declared. */
final class Sneaky {

    private Sneaky() {}

    static RuntimeException rethrow(Exception thrown) {
        throw Sneaky.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Exception> X unchecked(Exception thrown) throws X {
        throw (X) thrown;
    }
}
