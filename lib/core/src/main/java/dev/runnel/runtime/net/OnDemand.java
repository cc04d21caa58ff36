package dev.runnel.runtime.net;

import dev.runnel.runtime.lock.SpinLock;

/**
 * A thread that is started by the first who needs it, and ends when nobody does. Who comes while another starts it
 * waits for what comes of that: if the system has no thread, the one that waited tries itself, and is told so, too. It
 * is its own lock, and that is held for as long as a thread takes to start, some 100 µs: those who wait for the lock
 * need the thread anyway.
 */
final class OnDemand extends SpinLock {

    private final Runnable start;

    /** The thread runs, or is about to. Becomes true under the lock; false by the thread. */
    private volatile boolean runs;

    /**
     * A thread that has not been started.
     *
     * @param start starts it; run under the lock
     */
    OnDemand(Runnable start) {
        this.start = start;
    }

    /** By who needs it, having said so: from now on it runs. Throws what the start does; then it does not. */
    void need() {
        if (runs) {
            return;
        }
        lock();
        try {
            if (!runs) {
                start.run();
                runs = true;
            }
        } finally {
            unlock();
        }
    }

    /**
     * By the thread, which then looks again whether it is needed: who says so sees that it ends, or it sees that one.
     */
    void ends() {
        runs = false;
    }

    /**
     * By the thread, which has ended and is needed after all. Gives whether it is to run on; not if another has been
     * started.
     */
    boolean runsOn() {
        lock();
        boolean alone = !runs;
        runs = true;
        unlock();
        return alone;
    }
}
