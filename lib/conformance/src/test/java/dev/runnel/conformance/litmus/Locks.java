package dev.runnel.conformance.litmus;

import dev.runnel.conformance.litmus.Step.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A mutex and its condition, a lock for readers and writers, and a {@code Once}: their part of a state, and of its
 * steps.
 */
final class Locks {

    private boolean locked;
    private final List<Integer> condition = new ArrayList<>();

    private boolean writer; // announced, and not gone
    private int readers;
    private int awaited; // readers that the writer waits for
    private final List<Integer> behindWriter = new ArrayList<>();

    private boolean onceBegun;
    private boolean onceDone;

    /** All are free. */
    Locks() {}

    Locks(Locks other) {
        locked = other.locked;
        condition.addAll(other.condition);
        writer = other.writer;
        readers = other.readers;
        awaited = other.awaited;
        behindWriter.addAll(other.behindWriter);
        onceBegun = other.onceBegun;
        onceDone = other.onceDone;
    }

    String text() {
        return "" + locked + condition + writer + readers + awaited + behindWriter + onceBegun + onceDone;
    }

    /** Gives the states to which this goroutine's step leads from the state that these locks belong to. */
    void step(Machine machine, int g, Step step, Consumer<Machine> next) {
        switch (step.kind()) {
            case COND_WAIT, COND_SIGNAL, COND_BROADCAST -> next.accept(condition(machine, g, step.kind()));
            case LOCK, LOCK_AGAIN, TRY_LOCK, UNLOCK -> mutex(machine, g, step, next);
            case ANNOUNCE_WRITER, WRITE_LOCK, TRY_WRITE_LOCK, WRITE_UNLOCK -> write(machine, g, step, next);
            case READ_LOCK, TRY_READ_LOCK, READ_UNLOCK -> next.accept(read(machine, g, step));
            case ENTER_ONCE, LEAVE_ONCE -> once(machine, g, step, next);
            default -> throw new IllegalArgumentException("no step of a lock: " + step);
        }
    }

    private Machine condition(Machine machine, int g, Kind kind) {
        if (kind == Kind.COND_WAIT) {
            Machine m = machine.waiting(g);
            m.locks().locked = false;
            m.locks().condition.add(g);
            return m;
        }
        Machine m = machine.said(g, Machine.DONE);
        int number = kind == Kind.COND_SIGNAL ? Math.min(1, condition.size()) : condition.size();
        for (int i = 0; i < number; i++) {
            m.goOnQuietly(m.locks().condition.removeFirst());
        }
        return m;
    }

    private void mutex(Machine machine, int g, Step step, Consumer<Machine> next) {
        if (step.kind() == Kind.UNLOCK) {
            Machine m = machine.quietly(g);
            m.locks().locked = false;
            next.accept(m);
        } else if (!locked) {
            Machine m = machine.said(g, step.kind() == Kind.LOCK_AGAIN ? Machine.DONE : Machine.LOCKED);
            m.locks().locked = true;
            next.accept(m);
        } else if (step.kind() == Kind.TRY_LOCK) {
            next.accept(machine.leftOut(g, step, Machine.REFUSED));
        }
    }

    private void write(Machine machine, int g, Step step, Consumer<Machine> next) {
        switch (step.kind()) {
            case ANNOUNCE_WRITER -> {
                if (!writer) {
                    Machine m = machine.quietly(g);
                    m.locks().writer = true;
                    m.locks().awaited = readers;
                    next.accept(m);
                }
            }
            case WRITE_LOCK -> {
                if (awaited == 0) {
                    next.accept(machine.said(g, Machine.LOCKED));
                }
            }
            case TRY_WRITE_LOCK -> {
                if (writer || readers > 0) {
                    next.accept(machine.leftOut(g, step, Machine.REFUSED));
                } else {
                    Machine m = machine.said(g, Machine.LOCKED);
                    m.locks().writer = true;
                    next.accept(m);
                }
            }
            default -> {
                Machine m = machine.quietly(g);
                m.locks().writer = false;
                m.locks().readers = readers + behindWriter.size();
                m.locks().behindWriter.clear();
                behindWriter.forEach(reader -> m.goOn(reader, Machine.LOCKED));
                next.accept(m);
            }
        }
    }

    private Machine read(Machine machine, int g, Step step) {
        if (step.kind() == Kind.READ_UNLOCK) {
            Machine m = machine.quietly(g);
            m.locks().readers--;
            m.locks().awaited = Math.max(0, awaited - 1);
            return m;
        }
        if (!writer) {
            Machine m = machine.said(g, Machine.LOCKED);
            m.locks().readers++;
            return m;
        }
        if (step.kind() == Kind.TRY_READ_LOCK) {
            return machine.leftOut(g, step, Machine.REFUSED);
        }
        Machine m = machine.waiting(g);
        m.locks().behindWriter.add(g);
        return m;
    }

    private void once(Machine machine, int g, Step step, Consumer<Machine> next) {
        if (step.kind() == Kind.LEAVE_ONCE) {
            Machine m = machine.quietly(g);
            m.locks().onceDone = true;
            next.accept(m);
        } else if (onceDone) {
            next.accept(machine.leftOut(g, step, Machine.NOT_YET));
        } else if (!onceBegun) {
            Machine m = machine.said(g, Machine.FIRST);
            m.locks().onceBegun = true;
            next.accept(m);
        }
    }
}
