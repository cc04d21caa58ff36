package dev.runnel.conformance.litmus;

import java.util.List;
import java.util.stream.Collectors;

/** A call that a goroutine makes, and how it is written. */
sealed interface Call {

    /** The kinds of clauses that a select has. */
    enum Port {
        /** To send on a channel. */
        SEND("S"),
        /** To receive from one. */
        RECV("R"),
        /** To receive from the channel that a context closes when it ends. */
        DONE("E");

        private final String text;

        Port(String text) {
            this.text = text;
        }
    }

    /**
     * One communication.
     *
     * @param which the number of the channel, or of the context
     * @param value what is sent; 0 unless something is
     */
    record Clause(Port port, int which, int value) {
        @Override
        public String toString() {
            return port.text + which + (port == Port.SEND ? ":" + value : "");
        }
    }

    /** A send or a receive, tried or not. */
    record Single(Clause clause, boolean tries) implements Call {
        @Override
        public String toString() {
            return (tries ? "?" : "") + clause;
        }
    }

    /** A select, with a default or without. */
    record Select(List<Clause> clauses, boolean tries) implements Call {
        @Override
        public String toString() {
            return (tries ? "?" : "")
                    + clauses.stream().map(Clause::toString).collect(Collectors.joining(",", "[", "]"));
        }
    }

    /** Calls that need to say only what they are made on. */
    enum What {
        CLOSE("X"),
        /** Cancels a context. */
        CANCEL("K"),
        /** Whether a context has ended. */
        ERR("e"),
        WAIT_GROUP_DONE("N"),
        WAIT_GROUP_WAIT("A"),
        /** Locks the mutex, waits for its condition, and unlocks the mutex. */
        COND_WAIT("C"),
        COND_SIGNAL("G"),
        COND_BROADCAST("B");

        private final String text;

        What(String text) {
            this.text = text;
        }
    }

    /** One of these. */
    record Plain(What what, int which) implements Call {
        @Override
        public String toString() {
            return what.text + which;
        }
    }

    /** What encloses calls. */
    enum Frame {
        /** A mutex is locked and unlocked. */
        LOCKED("L"),
        /** A lock for readers and writers is locked to write. */
        WRITE_LOCKED("W"),
        /** The same lock is locked to read. */
        READ_LOCKED("D"),
        /** The first goroutine that comes makes the calls. */
        ONCE("O");

        private final String text;

        Frame(String text) {
            this.text = text;
        }
    }

    /** Calls between a lock and its unlock; the calls are left out if the lock is tried in vain. */
    record Framed(Frame frame, int which, boolean tries, List<Call> body) implements Call {
        @Override
        public String toString() {
            return (tries ? "?" : "")
                    + frame.text
                    + which
                    + body.stream().map(Call::toString).collect(Collectors.joining(" ", "( ", " )"));
        }
    }
}
