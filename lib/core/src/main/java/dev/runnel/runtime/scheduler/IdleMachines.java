package dev.runnel.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ms without P and goroutine, last in, first out. Guarded by whoever guards what has it: for those of a P its holder,
 * for all others the scheduler's lock; but for {@link #size()} and {@link #hasRoom()}.
 */
final class IdleMachines {

    private final int most;
    private @Nullable Machine first;
    private int size;

    /** @param most how many {@link #put} takes */
    IdleMachines(int most) {
        this.most = most;
    }

    /** Puts one; gives false if there are enough. */
    boolean put(Machine m) {
        if (!hasRoom()) {
            return false;
        }
        m.nextIdle = first;
        first = m;
        size++;
        return true;
    }

    @Nullable Machine take() {
        Machine m = first;
        if (m != null) {
            first = m.nextIdle;
            m.nextIdle = null;
            size--;
        }
        return m;
    }

    /** Puts all of others on top, in their order, however many there are. */
    void takeAllOf(IdleMachines others) {
        Machine top = others.first;
        if (top == null) {
            return;
        }
        Machine bottom = top;
        for (Machine m = top; m != null; m = m.nextIdle) {
            bottom = m;
        }
        bottom.nextIdle = first;
        first = top;
        size += others.size;
        others.first = null;
        others.size = 0;
    }

    /** Whether {@link #put} takes one more; a hint to whom it is not guarded for. */
    boolean hasRoom() {
        return size < most;
    }

    /** How many there are; a hint to whom it is not guarded for. */
    int size() {
        return size;
    }

    /**
     * All of them, for tests.
     *
     * @throws AssertionError if they are not as many as is said
     */
    List<Machine> list() {
        List<Machine> all = new ArrayList<>();
        for (Machine m = first; m != null && all.size() <= size; m = m.nextIdle) {
            all.add(m);
        }
        if (all.size() != size) {
            throw new AssertionError(size + " are said to be idle, but these are: " + all);
        }
        return all;
    }
}
