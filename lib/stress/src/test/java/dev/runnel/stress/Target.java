package dev.runnel.stress;

import java.util.concurrent.atomic.AtomicReference;

/** A thread that may be interrupted while it is open to that, and at no other time. */
public final class Target {

    private static final Thread BEING_INTERRUPTED = new Thread();

    private final AtomicReference<Thread> open = new AtomicReference<>();

    /** What is done while it is open. */
    @FunctionalInterface
    public interface Task {
        void run() throws InterruptedException;
    }

    /**
     * Does something, and may be interrupted meanwhile.
     *
     * @return whether an interrupt ended it
     */
    public boolean expose(Task task) {
        Thread self = Thread.currentThread();
        open.set(self);
        try {
            task.run();
            return false;
        } catch (InterruptedException e) {
            return true;
        } finally {
            while (!open.compareAndSet(self, null)) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
        }
    }

    /** Interrupts it, if it is open. */
    public boolean interrupt() {
        Thread thread = open.get();
        if (thread == null || thread == BEING_INTERRUPTED || !open.compareAndSet(thread, BEING_INTERRUPTED)) {
            return false;
        }
        thread.interrupt();
        open.set(thread);
        return true;
    }
}
