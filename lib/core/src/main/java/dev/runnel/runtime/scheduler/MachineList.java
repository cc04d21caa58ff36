package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All Ms of a scheduler, and so all goroutines that have started. Its own lock. */
final class MachineList extends SpinLock {

    private @Nullable Machine first;
    private int size;
    private long lastId;

    Machine add(Scheduler scheduler) {
        lock();
        long id = lastId++;
        unlock();
        Machine m = new Machine(scheduler, id);
        lock();
        m.next = first;
        if (first != null) {
            first.previous = m;
        }
        first = m;
        size++;
        unlock();
        return m;
    }

    void remove(Machine m) {
        lock();
        Machine before = m.previous;
        Machine after = m.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        m.previous = null;
        m.next = null;
        size--;
        unlock();
    }

    int size() {
        lock();
        try {
            return size;
        } finally {
            unlock();
        }
    }

    @Nullable Machine of(Thread thread) {
        lock();
        Machine m = first;
        while (m != null && m.thread() != thread) {
            m = m.next;
        }
        unlock();
        return m;
    }

    List<Machine> snapshot() {
        lock();
        try {
            List<Machine> all = new ArrayList<>(size);
            for (Machine m = first; m != null; m = m.next) {
                all.add(m);
            }
            return all;
        } finally {
            unlock();
        }
    }

    /** The goroutines that have started and not ended. */
    List<Goroutine> goroutines() {
        return snapshot().stream()
                .<Goroutine>mapMulti((m, sink) -> {
                    Goroutine g = m.g;
                    if (g != null) {
                        sink.accept(g);
                    }
                })
                .toList();
    }
}
