package dev.runnel.sync;

/**
 * A lock, a group or a semaphore was used in a way that Go answers with a panic or a fatal error. The messages are Go's
 * own. The operation that throws it has changed nothing, except for {@link Reused}, which is found out after the wait.
 */
public abstract sealed class SyncException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private SyncException(String message) {
        super(message);
    }

    /** An unlock of what is not locked. */
    public static final class NotLocked extends SyncException {
        private static final long serialVersionUID = 1;

        /** @param message Go's text */
        NotLocked(String message) {
            super(message);
        }
    }

    /** More was done than a {@link WaitGroup} was told of. */
    public static final class NegativeCounter extends SyncException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        NegativeCounter() {
            super("sync: negative WaitGroup counter");
        }
    }

    /** The first add of a new round of a {@link WaitGroup} came while the waits of the last one were being released. */
    public static final class AddDuringWait extends SyncException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        AddDuringWait() {
            super("sync: WaitGroup misuse: Add called concurrently with Wait");
        }
    }

    /** A new round of a {@link WaitGroup} began before a wait of the last one, which is over, had returned. */
    public static final class Reused extends SyncException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        Reused() {
            super("sync: WaitGroup is reused before previous Wait has returned");
        }
    }

    /** An {@link RWMutex} was locked for reading by more at a time than it can count. Go has no check for that. */
    public static final class TooManyReaders extends SyncException {
        private static final long serialVersionUID = 1L;

        /**
         * Says how many there may be.
         *
         * @param most how many
         */
        public TooManyReaders(int most) {
            super("sync: RWMutex has " + most + " readers, which is the most");
        }
    }

    /** More was given back to a {@link Semaphore} than was taken. */
    public static final class ReleasedTooMuch extends SyncException {
        private static final long serialVersionUID = 1;

        /** With Go's text. */
        ReleasedTooMuch() {
            super("semaphore: released more than held");
        }
    }

    /** Something of a bubble of the test kit was used from outside that bubble, or the other way round. */
    public static final class OutsideBubble extends SyncException {
        private static final long serialVersionUID = 1;

        private OutsideBubble(String message) {
            super(message);
        }

        static OutsideBubble ofGroup() {
            return new OutsideBubble("sync: WaitGroup.Add called from inside and outside synctest bubble");
        }

        static OutsideBubble ofGroupInTwo() {
            return new OutsideBubble("sync: WaitGroup.Add called from multiple synctest bubbles");
        }

        static OutsideBubble ofWake() {
            return new OutsideBubble("semaphore wake of synctest goroutine from outside bubble");
        }
    }
}
