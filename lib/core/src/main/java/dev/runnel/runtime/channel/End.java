package dev.runnel.runtime.channel;

import dev.runnel.channel.ChannelException;
import org.jspecify.annotations.Nullable;

/** How a channel has ended, if not by a plain close: by a close with a cause, or by a cancel. */
final class End {

    private final @Nullable Throwable cause;
    private final boolean cancelled;

    private boolean closedToo; // under the channel's lock

    /**
     * @param cause why; null if nobody said why, which only a cancel may leave open
     * @param cancelled whether a receiver ended it
     */
    End(@Nullable Throwable cause, boolean cancelled) {
        this.cause = cause;
        this.cancelled = cancelled;
    }

    boolean isCancelled() {
        return cancelled;
    }

    @Nullable Throwable cause() {
        return cause;
    }

    /** Whether a close that comes now is the first: the senders' own, after a cancel of which they need not know. */
    boolean closes() {
        boolean counts = cancelled && !closedToo;
        closedToo = true;
        return counts;
    }

    ChannelException toSender() {
        if (cancelled) {
            return new ChannelException.SendOnCancelled(cause);
        }
        return cause == null ? new ChannelException.SendOnClosed() : new ChannelException.SendOnClosed(cause);
    }

    /** It is a receiver that cancels, so to receivers a cancel is a plain end. */
    void throwToReceiver() {
        if (cause != null && !cancelled) {
            throw new ChannelException.ClosedWithCause(cause);
        }
    }
}
