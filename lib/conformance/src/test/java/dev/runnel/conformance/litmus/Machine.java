package dev.runnel.conformance.litmus;

import dev.runnel.conformance.litmus.Call.Clause;
import dev.runnel.conformance.litmus.Call.Port;
import dev.runnel.conformance.litmus.Step.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Where the goroutines of a program are, what they share, and what may happen next. */
final class Machine {

    /** What a goroutine says of a step. */
    static final String SENT = "s";

    static final String CLOSED = "c";
    static final String REFUSED = "d";
    static final String PANIC = "!";
    static final String DONE = "x";
    static final String ENDED = "e";
    static final String NOT_YET = "-";
    static final String LOCKED = "l";
    static final String FIRST = "o";

    private final List<Integer> capacities;
    private final List<List<Step>> programs;

    private final int[] places;
    private final boolean[] waits; // in the queue of a channel, of the condition, or for a writer to leave
    private final String[] said;

    private final List<List<Integer>> buffers = new ArrayList<>();
    private final List<List<Integer>> receivers = new ArrayList<>();
    private final List<List<Integer>> senders = new ArrayList<>();
    private final boolean[] closed;

    private int count; // of the group
    private boolean ended; // the context
    private final Locks locks;

    /** As the program begins. */
    Machine(Litmus litmus) {
        capacities = litmus.capacities();
        programs = litmus.goroutines().stream().map(Step::of).toList();
        places = new int[programs.size()];
        waits = new boolean[programs.size()];
        said = new String[programs.size()];
        Arrays.fill(said, "");
        closed = new boolean[capacities.size()];
        count = litmus.counted();
        locks = new Locks();
        for (int c = 0; c < capacities.size(); c++) {
            buffers.add(List.of());
            receivers.add(List.of());
            senders.add(List.of());
        }
    }

    private Machine(Machine other) {
        capacities = other.capacities;
        programs = other.programs;
        places = other.places.clone();
        waits = other.waits.clone();
        said = other.said.clone();
        buffers.addAll(other.buffers);
        receivers.addAll(other.receivers);
        senders.addAll(other.senders);
        closed = other.closed.clone();
        count = other.count;
        ended = other.ended;
        locks = new Locks(other.locks);
    }

    /** Everything about this state, and what has been said in it: two states with the same text are the same. */
    String text() {
        return Arrays.toString(places)
                + Arrays.toString(waits)
                + outcome()
                + buffers
                + receivers
                + senders
                + Arrays.toString(closed)
                + count
                + ended
                + locks.text();
    }

    /** What each goroutine has said. */
    String outcome() {
        return String.join("|", said);
    }

    /** The states that one step of one goroutine leads to; none if nobody can go on. */
    List<Machine> next() {
        List<Machine> all = new ArrayList<>();
        for (int g = 0; g < places.length; g++) {
            if (!waits[g] && places[g] < programs.get(g).size()) {
                step(g, all::add);
            }
        }
        return all;
    }

    private Step stepOf(int g) {
        return programs.get(g).get(places[g]);
    }

    private void step(int g, Consumer<Machine> next) {
        Step step = stepOf(g);
        switch (step.kind()) {
            case COMMUNICATE, TRY_TO_COMMUNICATE -> communicate(g, step, next);
            case CLOSE -> close(g, step.clauses().getFirst().which(), next);
            case CANCEL -> {
                Machine m = said(g, DONE);
                m.ended = true;
                m.wakeAll(Port.DONE, 0, next);
            }
            case ERR -> next.accept(said(g, ended ? ENDED : NOT_YET));
            case COUNT_DOWN -> {
                Machine m = said(g, DONE);
                m.count--;
                next.accept(m);
            }
            case AWAIT_ZERO -> {
                if (count == 0) {
                    next.accept(said(g, DONE));
                }
            }
            default -> locks.step(this, g, step, next);
        }
    }

    /** The locks of this state. */
    Locks locks() {
        return locks;
    }

    /** A copy in which this goroutine has said this and goes on. */
    Machine said(int g, String what) {
        Machine m = new Machine(this);
        m.goOn(g, what);
        return m;
    }

    void goOn(int g, String what) {
        said[g] += what + " ";
        goOnQuietly(g);
    }

    void goOnQuietly(int g) {
        waits[g] = false;
        places[g]++;
    }

    Machine quietly(int g) {
        Machine m = new Machine(this);
        m.goOnQuietly(g);
        return m;
    }

    /** A copy in which it has said this and has left out what depends on the step. */
    Machine leftOut(int g, Step step, String what) {
        Machine m = said(g, what);
        m.places[g] = step.next();
        return m;
    }

    /** A copy in which it waits to be told to go on. */
    Machine waiting(int g) {
        Machine m = new Machine(this);
        m.waits[g] = true;
        return m;
    }

    // ---------------------------------------------------------------- channels

    private void communicate(int g, Step step, Consumer<Machine> next) {
        boolean ready = false;
        for (int i = 0; i < step.clauses().size(); i++) {
            Clause clause = step.clauses().get(i);
            ready |= switch (clause.port()) {
                case SEND -> send(g, step, i, next);
                case RECV -> receive(g, step, i, next);
                case DONE -> {
                    if (ended) {
                        next.accept(said(g, by(step, i, CLOSED)));
                    }
                    yield ended;
                }
            };
        }
        if (!ready) {
            next.accept(step.kind() == Kind.TRY_TO_COMMUNICATE ? said(g, REFUSED) : queued(g, step));
        }
    }

    private static String by(Step step, int clause, String what) {
        return step.numbered() && !what.equals(PANIC) ? clause + "=" + what : what;
    }

    private Machine queued(int g, Step step) {
        Machine m = waiting(g);
        for (Clause clause : step.clauses()) {
            if (clause.port() != Port.DONE) {
                List<List<Integer>> queues = clause.port() == Port.SEND ? m.senders : m.receivers;
                if (!queues.get(clause.which()).contains(g)) {
                    queues.set(clause.which(), with(queues.get(clause.which()), g));
                }
            }
        }
        return m;
    }

    private static List<Integer> with(List<Integer> list, int last) {
        List<Integer> more = new ArrayList<>(list);
        more.add(last);
        return more;
    }

    private static List<Integer> without(List<Integer> list, int one) {
        return list.stream().filter(n -> n != one).toList();
    }

    /** What this goroutine waits for has happened, through one of its clauses. */
    private void wake(int g, int clause, String what) {
        goOn(g, by(stepOf(g), clause, what));
        receivers.replaceAll(queue -> without(queue, g));
        senders.replaceAll(queue -> without(queue, g));
    }

    private static List<Integer> clauses(Step step, Port port, int which) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < step.clauses().size(); i++) {
            Clause clause = step.clauses().get(i);
            if (clause.port() == port && clause.which() == which) {
                found.add(i);
            }
        }
        return found;
    }

    private boolean send(int g, Step step, int i, Consumer<Machine> next) {
        int c = step.clauses().get(i).which();
        int value = step.clauses().get(i).value();
        if (closed[c]) {
            next.accept(said(g, PANIC));
        } else if (!receivers.get(c).isEmpty()) {
            int peer = receivers.get(c).getFirst();
            for (int theirs : clauses(stepOf(peer), Port.RECV, c)) {
                Machine m = said(g, by(step, i, SENT));
                m.wake(peer, theirs, String.valueOf(value));
                next.accept(m);
            }
        } else if (buffers.get(c).size() < capacities.get(c)) {
            Machine m = said(g, by(step, i, SENT));
            m.buffers.set(c, with(buffers.get(c), value));
            next.accept(m);
        } else {
            return false;
        }
        return true;
    }

    private boolean receive(int g, Step step, int i, Consumer<Machine> next) {
        int c = step.clauses().get(i).which();
        List<Integer> buffer = buffers.get(c);
        if (!senders.get(c).isEmpty()) {
            int peer = senders.get(c).getFirst();
            for (int theirs : clauses(stepOf(peer), Port.SEND, c)) {
                List<Integer> all =
                        with(buffer, stepOf(peer).clauses().get(theirs).value());
                Machine m = said(g, by(step, i, String.valueOf(all.getFirst())));
                m.buffers.set(c, all.subList(1, all.size()));
                m.wake(peer, theirs, SENT);
                next.accept(m);
            }
        } else if (!buffer.isEmpty()) {
            Machine m = said(g, by(step, i, String.valueOf(buffer.getFirst())));
            m.buffers.set(c, buffer.subList(1, buffer.size()));
            next.accept(m);
        } else if (closed[c]) {
            next.accept(said(g, by(step, i, CLOSED)));
        } else {
            return false;
        }
        return true;
    }

    private void close(int g, int c, Consumer<Machine> next) {
        if (closed[c]) {
            next.accept(said(g, PANIC));
            return;
        }
        Machine m = said(g, DONE);
        m.closed[c] = true;
        m.wakeAll(Port.RECV, c, woken -> woken.wakeAll(Port.SEND, c, next));
    }

    /** Wakes one after the other, each by any clause that fits. */
    private void wakeAll(Port port, int which, Consumer<Machine> next) {
        for (int g = 0; g < places.length; g++) {
            if (waits[g]) {
                List<Integer> fit = clauses(stepOf(g), port, which);
                if (!fit.isEmpty()) {
                    for (int clause : fit) {
                        Machine m = new Machine(this);
                        m.wake(g, clause, port == Port.SEND ? PANIC : CLOSED);
                        m.wakeAll(port, which, next);
                    }
                    return;
                }
            }
        }
        next.accept(this);
    }
}
