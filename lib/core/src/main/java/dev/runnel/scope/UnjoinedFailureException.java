package dev.runnel.scope;

import dev.runnel.runtime.text.Safely;
import java.util.Objects;

/** A scope was closed in which a task had failed, and nobody had joined the scope. */
public final class UnjoinedFailureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * With the failure.
     *
     * @param cause the first failure, with others suppressed
     */
    public UnjoinedFailureException(Throwable cause) {
        super("a task of the scope has failed: " + Safely.text(Objects.requireNonNull(cause, "cause")), cause);
    }
}
