package dev.runnel.runtime.scheduler;

/** Throws what code of the user throws as it is, though checked exceptions are not declared. */
public final class Sneaky {

    private Sneaky() {}

    /**
     * Throws this.
     *
     * @return never; so that the caller may write {@code throw}
     */
    public static RuntimeException rethrow(Throwable thrown) {
        throw Sneaky.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
