package dev.runnel.context;

import org.jspecify.annotations.Nullable;

/** A context with the function that cancels it and says why; Go's {@code WithCancelCause}. */
public sealed interface CancelCauseContext extends CancelContext permits CancelCtx {

    /**
     * As {@link #cancel()}, with a cause for this context and all that were derived from it; see
     * {@link Context#cause()}.
     *
     * @param cause why; null is as {@link #cancel()}
     */
    void cancel(@Nullable Throwable cause);
}
