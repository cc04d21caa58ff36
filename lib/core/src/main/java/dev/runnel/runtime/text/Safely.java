package dev.runnel.runtime.text;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What objects of the user, exceptions and events, say of themselves, and what is said to a log of the user's. That
 * runs code of the user, which may fail in its turn, and must not take its caller along.
 */
public final class Safely {

    private static final StackTraceElement[] NOWHERE = {};

    private Safely() {}

    /** Its text, or else its class and why there is no text. */
    public static String text(Object of) {
        try {
            String text = of.toString();
            return Objects.requireNonNullElseGet(text, () -> nameless(of, "null"));
        } catch (Throwable second) {
            return nameless(of, secondText(second));
        }
    }

    /** What a throwable says of itself, or else its class and why it says nothing. */
    public static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return Objects.requireNonNullElseGet(
                    message, () -> thrown.getClass().getName());
        } catch (Throwable second) {
            return nameless(thrown, secondText(second));
        }
    }

    private static String nameless(Object of, String why) {
        return of.getClass().getName() + " (its text failed: " + why + ")";
    }

    private static String secondText(Throwable second) {
        try {
            return second.toString();
        } catch (Throwable third) {
            return second.getClass().getName();
        }
    }

    /** Logs a warning. The threads of the runtime call this, too, so nothing is thrown out of it. */
    public static void warn(String text, @Nullable Throwable why) {
        try {
            System.getLogger("dev.runnel").log(System.Logger.Level.WARNING, text, why);
        } catch (Throwable second) {
            return; // a handler's failure
        }
    }

    /** Its cause, if it has one and tells. */
    public static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable second) {
            return null;
        }
    }

    /**
     * What ended a read or a write of a connection's stream. The stream can throw nothing but an
     * {@link InterruptedIOException}, and a reader's {@code lines()} not even that. Gives what was thrown itself if it
     * is none of these, or if something that would not be told otherwise is suppressed within.
     */
    public static @Nullable Throwable behindStream(Throwable thrown) {
        Throwable io = thrown instanceof UncheckedIOException ? cause(thrown) : thrown;
        boolean isAll = io == thrown || io == null || io.getSuppressed().length == 0;
        return io instanceof InterruptedIOException && isAll ? cause(io) : thrown;
    }

    /** Where it was thrown, if it tells. */
    public static StackTraceElement[] stack(Throwable thrown) {
        try {
            return Arrays.stream(thrown.getStackTrace())
                    .filter(Objects::nonNull)
                    .toArray(StackTraceElement[]::new);
        } catch (Throwable second) {
            return NOWHERE;
        }
    }
}
