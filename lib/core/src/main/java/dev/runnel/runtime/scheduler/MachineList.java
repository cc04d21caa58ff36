package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.jvm.Canary;
import dev.runnel.runtime.lock.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All Ms of a scheduler, and so all goroutines that have started. It is its own lock. */
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

    /** Those that are not linked to the others while it is being found out who can reach them ({@link Unreachable}). */
    private List<WeakReference<Machine>> hidden = List.of();

    private boolean searched;

    @SuppressWarnings("unused") // through LAST_ID
    private volatile long lastId;

    Machine add(Scheduler scheduler) {
        Machine m = new Machine(
                scheduler, (long) LAST_ID.getAndAdd(this, 1L)); // not under the lock: what fails would keep it
        lock();
        link(m);
        size++;
        unlock();
        return m;
    }

    private void link(Machine m) {
        m.previous = null;
        m.next = first;
        if (first != null) {
            first.previous = m;
        }
        first = m;
    }

    private void unlink(Machine m) {
        Machine before = m.previous;
        Machine after = after(m);
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
    }

    private static @Nullable Machine after(Machine m) {
        return (Machine) m.next;
    }

    private static boolean isHidden(Machine m) {
        return m.next instanceof Probe;
    }

    /** Its thread begins. There may be no memory for that, and it may begin all the same. */
    void start(Machine m) {
        m.thread().start();
    }

    /** The P with which an M is to end. There may be no memory for it. */
    Processor nowhere() {
        return new Processor(Processor.NOWHERE);
    }

    void remove(Machine m) {
        lock();
        if (isHidden(m)) {
            m.next = null;
        } else {
            unlink(m);
        }
        size--;
        unlock();
    }

    // ---------------------------------------------------------------- who can be reached

    /** Returns false if somebody else searches. */
    boolean beginsSearch() {
        lock();
        boolean begins = !searched;
        searched = true;
        unlock();
        return begins;
    }

    /**
     * Takes the Ms for which there are probes out of the list, unless they have ended; they still count.
     *
     * @param references references to the same Ms
     */
    void hide(List<Probe> probes, List<WeakReference<Machine>> references) {
        lock();
        hidden = references;
        unlock();
        for (Probe probe : probes) {
            Machine m = probe.machine;
            lock();
            if (m == first || m.previous != null) {
                unlink(m);
                m.next = probe;
            }
            unlock();
        }
    }

    /** Puts one back; false if somebody has done so before, or it has ended. */
    boolean putBack(Probe probe) {
        Machine m = probe.machine;
        lock();
        boolean wasHidden = m.next == probe;
        if (wasHidden) {
            link(m);
        }
        unlock();
        return wasHidden;
    }

    /** Puts back those that have not been put back. */
    void endSearch(List<WeakReference<Machine>> references) {
        for (WeakReference<Machine> reference : references) {
            Machine m = reference.get();
            if (m == null) {
                continue; // its probe puts it back
            }
            lock();
            if (isHidden(m)) {
                link(m);
            }
            unlock();
        }
        lock();
        hidden = List.of();
        searched = false;
        unlock();
    }

    // ---------------------------------------------------------------- looks

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
            m = after(m);
        }
        for (int i = 0; m == null && i < hidden.size(); i++) {
            Machine other = hidden.get(i).get();
            m = other != null && isHidden(other) && other.thread() == thread ? other : null;
        }
        unlock();
        return m;
    }

    List<Machine> snapshot() {
        List<Machine> all = new ArrayList<>(size());
        addTo(all);
        return all;
    }

    /**
     * As {@link #snapshot}, but waits for those that a search has found: they are nowhere until a finalizer has put
     * them back.
     */
    List<Machine> snapshotOfAll() {
        List<Machine> all = new ArrayList<>(size());
        Canary.comesTrue(() -> {
            all.clear();
            return addTo(all);
        });
        return all;
    }

    /** Returns whether these are all. */
    private boolean addTo(List<Machine> all) {
        lock();
        try {
            for (Machine m = first; m != null; m = after(m)) {
                all.add(m);
            }
            for (WeakReference<Machine> reference : hidden) {
                Machine m = reference.get();
                if (m != null && isHidden(m)) {
                    all.add(m);
                }
            }
            return all.size() >= size;
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
