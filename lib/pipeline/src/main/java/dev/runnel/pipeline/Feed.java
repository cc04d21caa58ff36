package dev.runnel.pipeline;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import org.jspecify.annotations.Nullable;

/**
 * The channel that a running stage sends on, and whether its close is the end of the elements (F3).
 *
 * @param <T> the type of the elements
 */
final class Feed<T> {

    private final RecvChan<T> channel;
    private final @Nullable Chan<T> own;
    private volatile boolean complete;

    private Feed(RecvChan<T> channel, @Nullable Chan<T> own) {
        this.channel = channel;
        this.own = own;
    }

    /** A channel that a stage makes, and will close. */
    static <T> Feed<T> of(Chan<T> own) {
        return new Feed<>(own, own);
    }

    /** A channel that somebody else closes, if anybody; that is always the end. */
    static <T> Feed<T> from(RecvChan<T> channel) {
        Feed<T> feed = new Feed<>(channel, null);
        feed.complete = true;
        return feed;
    }

    RecvChan<T> channel() {
        return channel;
    }

    /** Whether a stage will close it, however the stage ends. */
    boolean isOwn() {
        return own != null;
    }

    boolean isComplete() {
        return complete;
    }

    /**
     * Closes the channel. By the last goroutine of the stage.
     *
     * @param reached whether all elements have been sent; not if the stage failed, or was cancelled
     */
    void end(boolean reached) {
        complete = reached;
        if (own != null) {
            own.close();
        }
    }
}
