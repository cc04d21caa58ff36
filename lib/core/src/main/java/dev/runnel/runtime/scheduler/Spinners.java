package dev.runnel.runtime.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** How many Ms look for work on behalf of a P that was idle. Few: each that finds work wakes the next. */
final class Spinners {

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Spinners.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // through COUNT
    private volatile int count;

    private volatile boolean wanted; // written under the scheduler's lock

    /**
     * The first call of each operation takes memory: it is made here, and not by somebody who has taken a P, and would
     * keep it.
     */
    Spinners() {
        startFirst();
        stop();
    }

    int count() {
        return count;
    }

    /** Becomes the only one; false if there is one. */
    boolean startFirst() {
        return count == 0 && COUNT.compareAndSet(this, 0, 1);
    }

    void start(Machine m) {
        m.spinning = true;
        start();
    }

    /** For a spinner that is about to come to be. */
    void start() {
        COUNT.getAndAdd(this, 1);
    }

    void stop(Machine m) {
        m.spinning = false;
        stop();
    }

    /** For a spinner that did not come to be. */
    void stop() {
        COUNT.getAndAdd(this, -1);
    }

    /** There is work and no idle P to look for it: the next M that would put its P down looks again instead. */
    void want() {
        wanted = true;
    }

    /** Whether that has been said, and no M has looked again since. Without the lock, too. */
    boolean isWanted() {
        return wanted;
    }

    boolean takeWanted() {
        boolean was = wanted;
        wanted = false;
        return was;
    }
}
