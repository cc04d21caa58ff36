package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/** What an exception says of itself. That is users' code: it may fail in its turn, and must not take the runtime along. */
public final class FailureText {

    private static final StackTraceElement[] NOWHERE = {};

    private FailureText() {}

    /** Its text, or else its class and why there is no text. */
    public static String of(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (Throwable second) {
            return thrown.getClass().getName() + " (its text failed: " + ofSecond(second) + ")";
        }
    }

    private static String ofSecond(Throwable second) {
        try {
            return second.toString();
        } catch (Throwable third) {
            return second.getClass().getName();
        }
    }

    /** Its cause, if it has one and tells. */
    static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable second) {
            return null;
        }
    }

    /** Where it was thrown, if it tells. */
    static StackTraceElement[] stack(Throwable thrown) {
        try {
            return thrown.getStackTrace();
        } catch (Throwable second) {
            return NOWHERE;
        }
    }
}
