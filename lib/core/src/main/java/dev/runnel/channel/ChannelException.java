package dev.runnel.channel;

/** A channel, or a timer, was used in a way that Go answers with a panic or a fatal error. The messages are Go's own. */
public abstract sealed class ChannelException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private ChannelException(String message) {
        super(message);
    }

    /** A send on a closed channel, or one that was closed while the sender waited. */
    public static final class SendOnClosed extends ChannelException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        public SendOnClosed() {
            super("send on closed channel");
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

    /** A channel or a timer that was made in a bubble of the test kit was used by who is not of that bubble. */
    public static final class OutsideBubble extends ChannelException {
        private static final long serialVersionUID = 1;

        /**
         * With Go's text.
         *
         * @param operation what was tried on what, in Go's words: {@code send on synctest channel}, for example
         */
        public OutsideBubble(String operation) {
            super(operation + " from outside bubble");
        }
    }

    /** A channel was asked for with a capacity that it cannot have. */
    public static final class SizeOutOfRange extends ChannelException {
        private static final long serialVersionUID = 1;

        /**
         * With Go's text, the offending capacity and what is allowed.
         *
         * @param capacity the capacity asked for
         * @param most the largest capacity allowed
         */
        public SizeOutOfRange(int capacity, int most) {
            super("makechan: size out of range: capacity " + capacity + ", allowed 0 to " + most);
        }
    }
}
