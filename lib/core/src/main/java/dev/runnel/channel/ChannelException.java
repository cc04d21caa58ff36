package dev.runnel.channel;

import dev.runnel.runtime.text.Safely;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A channel, or a timer, was used in a way that Go answers with a panic or a fatal error; then the message is Go's own.
 * Or it was closed with a cause, or cancelled, which Go does not have.
 */
public abstract sealed class ChannelException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private ChannelException(String message) {
        super(message);
    }

    private ChannelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** A send on a closed channel, or one that was closed while the sender waited. */
    public static final class SendOnClosed extends ChannelException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        public SendOnClosed() {
            super("send on closed channel");
        }

        /**
         * With Go's text.
         *
         * @param cause what the channel was closed with
         */
        public SendOnClosed(Throwable cause) {
            super("send on closed channel", Objects.requireNonNull(cause, "cause"));
        }
    }

    /**
     * A send on a channel that a receiver has cancelled, or cancelled while the sender waited: nobody will receive from
     * it any more. The cause is what it was cancelled with, if anything. This is how a sender learns that it can stop,
     * and not a mistake of the sender's.
     */
    public static final class SendOnCancelled extends ChannelException {
        private static final long serialVersionUID = 1;

        /**
         * With a text of our own.
         *
         * @param cause what the channel was cancelled with; null for nothing
         */
        public SendOnCancelled(@Nullable Throwable cause) {
            super("send on cancelled channel", cause);
        }
    }

    /** A receive on a channel that was closed with a cause, and is drained. The cause is that one. */
    public static final class ClosedWithCause extends ChannelException {
        private static final long serialVersionUID = 1;

        /**
         * With the text of the cause.
         *
         * @param cause what the channel was closed with
         */
        public ClosedWithCause(Throwable cause) {
            super("receive on channel closed because of " + Safely.text(Objects.requireNonNull(cause, "cause")), cause);
        }
    }

    /** A close of a channel that was closed already. */
    public static final class CloseOfClosed extends ChannelException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        public CloseOfClosed() {
            super("close of closed channel");
        }
    }

    /** A close of the nil channel. */
    public static final class CloseOfNil extends ChannelException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        public CloseOfNil() {
            super("close of nil channel");
        }
    }

    /** A cancel of the nil channel. */
    public static final class CancelOfNil extends ChannelException {
        private static final long serialVersionUID = 1;

        /** With a text like Go's. */
        public CancelOfNil() {
            super("cancel of nil channel");
        }
    }

    /** A channel, a timer or a pipe that was made in a bubble of the test kit was used from outside that bubble. */
    public static final class OutsideBubble extends ChannelException {
        private static final long serialVersionUID = 1;

        /**
         * With Go's text.
         *
         * @param operation what was tried on what, in Go's words: {@code send on synctest channel}, for example; of a
         *     pipe which
         */
        public OutsideBubble(String operation) {
            super(Objects.requireNonNull(operation, "operation") + " from outside bubble");
        }
    }

    /** A channel was asked for with a capacity, or a soft limit, that it cannot have. */
    public static final class SizeOutOfRange extends ChannelException {
        private static final long serialVersionUID = 1;

        /**
         * With Go's text, the offending capacity and what is allowed.
         *
         * @param capacity the capacity asked for
         * @param least the smallest capacity allowed
         * @param most the largest capacity allowed
         */
        public SizeOutOfRange(int capacity, int least, int most) {
            this("capacity", capacity, least, most);
        }

        /**
         * With Go's text, the offending size and what is allowed.
         *
         * @param what what the size is of: {@code soft limit}, for example
         * @param size the size asked for
         * @param least the smallest size allowed
         * @param most the largest size allowed
         */
        public SizeOutOfRange(String what, int size, int least, int most) {
            super("makechan: size out of range: " + Objects.requireNonNull(what, "what") + " " + size + ", allowed "
                    + least + " to " + most);
        }
    }
}
