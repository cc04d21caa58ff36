package dev.runnel.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ms that have neither a P nor a goroutine, last in, first out. Those of a P are guarded by its holder, all others by
 * the scheduler's lock; except for {@link #size()} and {@link #hasRoom()}.
 */
final class IdleMachines {

    private final int most;
    private @Nullable Machine first;
    private int size;

    /** @param most how many {@link #put} takes */
    IdleMachines(int most) {
        this.most = most;
    }

    /** Adds one; returns false if there are enough. */
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

    /** Puts all Ms of another list on top, in their order, however many there are. */
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

    /** Whether {@link #put} takes one more; only a hint without the guard. */
    boolean hasRoom() {
        return size < most;
    }

    /** How many there are; only a hint without the guard. */
    int size() {
        return size;
    }

    /**
     * All of them, for tests.
     *
     * @throws AssertionError if there are not as many as the count says
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
