package dev.runnel.conformance.model;

import dev.runnel.conformance.model.Clause.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What a participant does in one step. */
sealed interface Op {

    /** What an operation does if nothing can proceed. */
    enum Ending {
        WAIT,
        /** Answer that: a try, or a default. */
        REFUSE,
        /** Wait for a short time. */
        GIVE_UP,
        /** A timeout of zero: as ready as any clause. */
        GIVE_UP_AT_ONCE
    }

    /** A send or receive in its plain, its trying, or its timed form. */
    record Single(Clause clause, Ending ending) implements Op {
        @Override
        public List<Clause> clauses() {
            return List.of(clause);
        }

        @Override
        public String toString() {
            boolean sends = clause.kind() == Kind.SEND;
            return switch (ending) {
                case WAIT -> clause.call(sends ? "send" : "recv", "");
                case REFUSE -> clause.call(sends ? "trySend" : "tryRecv", "");
                case GIVE_UP, GIVE_UP_AT_ONCE -> clause.call(sends ? "trySend" : "tryRecv", "SHORT");
            };
        }
    }

    /** A select. */
    record Select(List<Clause> clauses, Ending ending) implements Op {
        @Override
        public String toString() {
            String text = clauses.stream().map(c -> "." + c).collect(Collectors.joining("", "select()", ""));
            return text
                    + switch (ending) {
                        case WAIT -> "";
                        case REFUSE -> ".otherwise()";
                        case GIVE_UP -> ".after(SHORT)";
                        case GIVE_UP_AT_ONCE -> ".after(ZERO)";
                    }
                    + ".run()";
        }
    }

    /** What ends a channel. */
    sealed interface End extends Op {
        int channel();
    }

    /** A close. */
    record Close(int channel) implements End {
        @Override
        public String toString() {
            return "c" + channel + ".close()";
        }
    }

    /** A close with a cause. */
    record Fail(int channel) implements End {
        @Override
        public String toString() {
            return "c" + channel + ".close(CAUSE)";
        }
    }

    /** A cancel by a receiver. */
    record Cancel(int channel) implements End {
        @Override
        public String toString() {
            return "c" + channel + ".cancel()";
        }
    }

    /** Looks at the buffer and the queues of a channel, all at one instant. */
    record Look(int channel) implements Op {
        @Override
        public String toString() {
            return "look(c" + channel + ")";
        }
    }

    /** Lets others run; no part of the history. */
    enum Pause implements Op {
        YIELD("gosched()"),
        SLEEP("sleep(SHORT)"),
        AFTER("after(SHORT).recv()");

        private final String text;

        Pause(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The communications of which one may happen. */
    default List<Clause> clauses() {
        return List.of();
    }

    /** What happens if none can. */
    default Ending ending() {
        return Ending.WAIT;
    }

    /** Whether it ends by itself, sooner or later. */
    default boolean needsNobody() {
        return ending() != Ending.WAIT || clauses().stream().anyMatch(c -> c.kind() == Kind.TIMER);
    }

    static Op send(int channel, int value) {
        return new Single(Clause.send(channel, value), Ending.WAIT);
    }

    static Op recv(int channel) {
        return new Single(Clause.recv(channel), Ending.WAIT);
    }

    static Op trySend(int channel, int value) {
        return new Single(Clause.send(channel, value), Ending.REFUSE);
    }

    static Op tryRecv(int channel) {
        return new Single(Clause.recv(channel), Ending.REFUSE);
    }

    /** Only within a select. */
    static Op timer() {
        return new Single(Clause.timer(), Ending.WAIT);
    }

    /** A select of plain operations. */
    static Op select(Ending ending, Op... alternatives) {
        return new Select(
                Arrays.stream(alternatives).flatMap(op -> op.clauses().stream()).toList(), ending);
    }
}
