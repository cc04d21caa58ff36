package dev.runnel.context;

/**
 * A context with the function that cancels it; Go returns these as a pair. Hand it on as a {@link Context}: whoever
 * gets that is told of the end, and does not decide it. Closing it is cancelling it, so that {@code try} with resources
 * is Go's {@code defer cancel()}. A context that is never cancelled stays with its parent until that ends.
 */
public sealed interface CancelContext extends Context, AutoCloseable permits CancelCauseContext {

    /**
     * Cancels this context and all that were derived from it; when this returns, {@link #done()} of each is closed. The
     * cause is then {@link Canceled}. If the context was cancelled before, this does nothing, but it too returns only
     * when those are closed. What was registered with {@link Context#afterFunc} is started, and not waited for. What
     * was registered with {@link Context#onDone} has run; if it threw something unchecked, that comes out when all
     * others have been told.
     *
     * @throws dev.runnel.channel.ChannelException.OutsideBubble if it was made in a bubble, and the caller is not of
     *     that bubble
     */
    void cancel();

    /** As {@link #cancel()}. */
    @Override
    default void close() {
        cancel();
    }
}
