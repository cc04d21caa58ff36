package dev.runnel.conformance.litmus;

import java.util.List;
import java.util.stream.Collectors;

/** What a goroutine does, and how that is written. */
sealed interface Call {

    /** What a select has clauses of. */
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

    /** A send or a receive; to try it, or not. */
    record Single(Clause clause, boolean tries) implements Call {
        @Override
        public String toString() {
            return (tries ? "?" : "") + clause;
        }
    }

    /** A select; with a default, or without. */
    record Select(List<Clause> clauses, boolean tries) implements Call {
        @Override
        public String toString() {
            return (tries ? "?" : "")
                    + clauses.stream().map(Clause::toString).collect(Collectors.joining(",", "[", "]"));
        }
    }

    /** What has no more to say than on what it is done. */
    enum What {
        CLOSE("X"),
        /** Of a context. */
        CANCEL("K"),
        /** Whether a context has ended. */
        ERR("e"),
        WAIT_GROUP_DONE("N"),
        WAIT_GROUP_WAIT("A"),
        /** Of the condition of a mutex: locks that, waits, and unlocks it. */
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

    /** What calls stand between. */
    enum Frame {
        /** A mutex is locked and unlocked. */
        LOCKED("L"),
        /** A lock for readers and writers is locked to write. */
        WRITE_LOCKED("W"),
        /** To read. */
        READ_LOCKED("D"),
        /** The first that comes does them. */
        ONCE("O");

        private final String text;

        Frame(String text) {
            this.text = text;
        }
    }

    /** Calls between a lock and its unlock; those are left out if it is tried in vain. */
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
