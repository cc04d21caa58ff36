package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All Ms of a scheduler, and so all goroutines that have started. Its own lock. */
class MachineList extends SpinLock {

    private static final VarHandle LAST_ID;

    static {
        try {
            LAST_ID = MethodHandles.lookup().findVarHandle(MachineList.class, "lastId", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private @Nullable Machine first;
    private int size;

    @SuppressWarnings("unused") // through LAST_ID
    private volatile long lastId;

    Machine add(Scheduler scheduler) {
        Machine m = new Machine(
                scheduler, (long) LAST_ID.getAndAdd(this, 1L)); // not under the lock: what fails would keep it
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

    /** Its thread begins. There may be no memory for that, and it may begin all the same. */
    void start(Machine m) {
        m.thread().start();
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
