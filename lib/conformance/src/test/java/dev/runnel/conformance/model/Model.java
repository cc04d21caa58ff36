package dev.runnel.conformance.model;

import dev.runnel.conformance.model.Clause.Kind;
import dev.runnel.conformance.model.History.Call;
import dev.runnel.conformance.model.Op.Ending;
import dev.runnel.conformance.model.Outcome.Plain;
import dev.runnel.conformance.model.State.End;
import dev.runnel.conformance.model.State.Phase;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What may happen next in a state, given the known outcomes of the operations. */
final class Model {

    private final List<Made> channels;
    private final boolean quiet;

    Model(History history) {
        channels = history.channels();
        quiet = history.quiet();
    }

    /** All states that one step of one participant may lead to. */
    void steps(State s, Call[] calls, Consumer<State> next) {
        for (int p = 0; p < calls.length; p++) {
            switch (s.phases[p]) {
                case CALLED -> arrive(s, calls, p, next);
                case WAITING -> goOn(s, calls, p, next);
                case CLOSING -> finishClose(s, calls, p, next);
                case NONE, COMPLETE -> {}
            }
        }
    }

    /** Whether every participant that is in the middle of something waits for others. */
    boolean isStandstill(State s, Call[] calls) {
        return IntStream.range(0, calls.length)
                .allMatch(p -> s.phases[p] == Phase.NONE
                        || s.phases[p] == Phase.WAITING
                                && s.doomed[p] == 0
                                && !calls[p].op().needsNobody());
    }

    /** The operation is complete with this outcome, if that is what it is known to come to. */
    private boolean complete(State next, Call[] calls, int p, Outcome outcome) {
        Outcome known = calls[p].outcome();
        if (known == null ? quiet : !known.equals(outcome)) {
            return false;
        }
        next.leave(p);
        next.phases[p] = Phase.COMPLETE;
        return true;
    }

    private void completes(State s, Call[] calls, int p, Outcome outcome, Consumer<State> next) {
        State t = s.copy();
        if (complete(t, calls, p, outcome)) {
            next.accept(t);
        }
    }

    // ---------------------------------------------------------------- an operation arrives

    private void arrive(State s, Call[] calls, int p, Consumer<State> next) {
        switch (calls[p].op()) {
            case Op.Close(int c) -> close(s, calls, p, c, End.CLOSED, next);
            case Op.Fail(int c) -> close(s, calls, p, c, End.FAILED, next);
            case Op.Cancel(int c) -> cancel(s, calls, p, c, next);
            case Op.Look(int c) -> completes(s, calls, p, seen(s, c), next);
            case Op.Single single -> communicate(s, calls, p, next);
            case Op.Select select -> communicate(s, calls, p, next);
            case Op.Pause pause -> throw new IllegalStateException("a pause is in no history");
        }
    }

    private static Outcome.Seen seen(State s, int c) {
        return new Outcome.Seen(list(s.receivers[c]), list(s.senders[c]), s.buffers[c].length);
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private void communicate(State s, Call[] calls, int p, Consumer<State> next) {
        Op op = calls[p].op();
        List<Clause> clauses = op.clauses();
        boolean ready = false;
        for (int i = 0; i < clauses.size(); i++) {
            Clause clause = clauses.get(i);
            ready |= switch (clause.kind()) {
                case SEND -> send(s, calls, p, i, clause, next);
                case RECV -> receive(s, calls, p, i, clause, next);
                case TIMER -> {
                    completes(s, calls, p, new Outcome.Fired(i), next);
                    yield false; // perhaps it has not fired yet
                }
            };
        }
        switch (op.ending()) {
            case GIVE_UP_AT_ONCE -> completes(s, calls, p, Plain.TIMED_OUT, next);
            case REFUSE -> {
                if (!ready) {
                    completes(s, calls, p, Plain.REFUSED, next);
                }
            }
            case WAIT, GIVE_UP -> {
                if (!ready) {
                    next.accept(queued(s, p, clauses));
                }
            }
        }
    }

    private static State queued(State s, int p, List<Clause> clauses) {
        State t = s.with(p, Phase.WAITING);
        for (Clause clause : clauses) {
            if (clause.kind() != Kind.TIMER) {
                t.queue(p, clause.channel(), clause.kind() == Kind.SEND);
            }
        }
        return t;
    }

    /** Gives whether the send could proceed. */
    private boolean send(State s, Call[] calls, int p, int i, Clause clause, Consumer<State> next) {
        int c = clause.channel();
        if (!s.isOpen(c)) {
            completes(s, calls, p, refusal(s, c), next);
            return true;
        }
        if (s.receivers[c].length > 0) {
            int peer = s.receivers[c][0];
            forEachClause(calls[peer], Kind.RECV, c, j -> {
                State t = s.copy();
                if (complete(t, calls, p, new Outcome.Sent(i))
                        && complete(t, calls, peer, new Outcome.Received(j, clause.value()))) {
                    next.accept(t);
                }
            });
            return true;
        }
        State t = s.copy();
        Outcome outcome = new Outcome.Sent(i);
        if (channels.get(c).hasRoom(s.buffers[c].length)) {
            t.put(c, clause.value());
        } else {
            switch (channels.get(c).how()) {
                case GO, BOUNDED, UNBOUNDED -> {
                    return false;
                }
                case SLIDING -> {
                    outcome = new Outcome.Displaced(i, t.take(c));
                    t.put(c, clause.value());
                }
                case DROPPING -> outcome = new Outcome.Displaced(i, clause.value());
            }
        }
        if (complete(t, calls, p, outcome)) {
            next.accept(t);
        }
        return true;
    }

    private static Outcome refusal(State s, int c) {
        return s.isCancelled(c) ? Plain.SEND_ON_CANCELLED : Plain.SEND_ON_CLOSED;
    }

    private static Outcome end(State s, int c, int clause) {
        return s.ends[c] == End.FAILED ? new Outcome.Failed(c) : new Outcome.Drained(clause);
    }

    /** Gives whether the receive could proceed. */
    private boolean receive(State s, Call[] calls, int p, int i, Clause clause, Consumer<State> next) {
        int c = clause.channel();
        if (s.senders[c].length > 0) {
            int peer = s.senders[c][0];
            forEachClause(calls[peer], Kind.SEND, c, j -> {
                State t = s.copy();
                t.put(c, calls[peer].op().clauses().get(j).value());
                int value = t.take(c);
                if (complete(t, calls, p, new Outcome.Received(i, value))
                        && complete(t, calls, peer, new Outcome.Sent(j))) {
                    next.accept(t);
                }
            });
            return true;
        }
        if (s.buffers[c].length > 0) {
            State t = s.copy();
            int value = t.take(c);
            if (complete(t, calls, p, new Outcome.Received(i, value))) {
                next.accept(t);
            }
            return true;
        }
        if (!s.isOpen(c)) {
            completes(s, calls, p, end(s, c, i), next);
            return true;
        }
        return false;
    }

    private static void forEachClause(Call call, Kind kind, int c, Consumer<Integer> action) {
        List<Clause> clauses = call.op().clauses();
        for (int j = 0; j < clauses.size(); j++) {
            if (clauses.get(j).is(kind, c)) {
                action.accept(j);
            }
        }
    }

    // ---------------------------------------------------------------- a close, or a cancel

    private void close(State s, Call[] calls, int p, int c, End how, Consumer<State> next) {
        switch (s.ends[c]) {
            case NONE -> next.accept(ended(s, p, c, how));
            case CANCELLED -> {
                State t = s.copy();
                t.ends[c] = End.CANCELLED_AND_CLOSED;
                completes(t, calls, p, Plain.CLOSED, next);
            }
            case CLOSED, FAILED, CANCELLED_AND_CLOSED -> completes(s, calls, p, Plain.CLOSE_OF_CLOSED, next);
        }
    }

    /** Drops what is in the buffer; one of Go's channels tells nobody. */
    private void cancel(State s, Call[] calls, int p, int c, Consumer<State> next) {
        State t = s.isOpen(c) ? ended(s, p, c, End.CANCELLED) : s.copy();
        boolean tells = channels.get(c).how() != Made.How.GO;
        Outcome outcome = new Outcome.Cancelled(tells ? list(s.buffers[c]) : List.of());
        t.dropAll(c);
        if (!s.isOpen(c)) {
            completes(t, calls, p, outcome, next);
        } else if (calls[p].outcome() == null || outcome.equals(calls[p].outcome())) {
            next.accept(t);
        }
    }

    private static State ended(State s, int p, int c, End how) {
        State t = s.with(p, Phase.CLOSING);
        t.ends[c] = how;
        for (int waiting : list(t.receivers[c])) {
            t.doomed[waiting] |= 1 << c;
        }
        for (int waiting : list(t.senders[c])) {
            t.doomed[waiting] |= 1 << c;
        }
        t.clearQueues(c);
        return t;
    }

    private void finishClose(State s, Call[] calls, int p, Consumer<State> next) {
        int bit = 1 << ((Op.End) calls[p].op()).channel();
        if (Arrays.stream(s.doomed).allMatch(doomed -> (doomed & bit) == 0)) {
            Outcome known = calls[p].outcome(); // what a cancel has dropped was looked at when it did
            completes(s, calls, p, known instanceof Outcome.Cancelled ? known : Plain.CLOSED, next);
        }
    }

    // ---------------------------------------------------------------- those that wait go on by themselves

    private void goOn(State s, Call[] calls, int p, Consumer<State> next) {
        Op op = calls[p].op();
        if (op.ending() == Ending.GIVE_UP) {
            completes(s, calls, p, Plain.TIMED_OUT, next);
        }
        for (int i = 0; i < op.clauses().size(); i++) {
            if (op.clauses().get(i).kind() == Kind.TIMER) {
                completes(s, calls, p, new Outcome.Fired(i), next);
            }
        }
        for (int c = 0; c < channels.size(); c++) {
            if ((s.doomed[p] & 1 << c) != 0) {
                wakeByClose(s, calls, p, c, next);
            }
        }
    }

    /** A close wakes receivers before senders (S21). */
    private void wakeByClose(State s, Call[] calls, int p, int c, Consumer<State> next) {
        boolean[] receives = {false};
        forEachClause(calls[p], Kind.RECV, c, i -> {
            receives[0] = true;
            completes(s, calls, p, end(s, c, i), next);
        });
        if (!receives[0]) {
            completes(s, calls, p, refusal(s, c), next);
        }
    }
}
