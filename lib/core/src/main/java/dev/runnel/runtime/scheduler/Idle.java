package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/** The idle Ps and the idle Ms of a scheduler; last in, first out. Under the scheduler's lock but where said otherwise. */
final class Idle {

    /** Idle Ms beyond this number end. */
    private static final int MOST_MACHINES = 1024;

    private @Nullable Processor firstP;
    private @Nullable Machine firstM;
    private int machines;
    private volatile int processors; // written under the lock, read without
    private long wakeUps;

    /** The number of idle Ps. Without the lock, too. */
    int processors() {
        return processors;
    }

    /** How often a P was taken up: while this stands still and all are idle, nothing has happened. */
    long wakeUps() {
        return wakeUps;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    void put(Processor p) {
        p.holder = null;
        p.idle = true;
        p.nextIdle = firstP;
        firstP = p;
        processors++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    @Nullable Processor takeProcessor() {
        Processor p = firstP;
        if (p == null) {
            return null;
        }
        firstP = p.nextIdle;
        p.nextIdle = null;
        p.idle = false;
        processors--;
        wakeUps++;
        return p;
    }

    /** Puts an M without P and goroutine; gives false if there are enough. */
    boolean put(Machine m) {
        if (machines == MOST_MACHINES) {
            return false;
        }
        m.nextIdle = firstM;
        firstM = m;
        machines++;
        return true;
    }

    @Nullable Machine takeMachine() {
        Machine m = firstM;
        if (m != null) {
            firstM = m.nextIdle;
            m.nextIdle = null;
            machines--;
        }
        return m;
    }
}
