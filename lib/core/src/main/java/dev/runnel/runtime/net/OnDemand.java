package dev.runnel.runtime.net;

import dev.runnel.runtime.lock.SpinLock;

/**
 * A thread that is started by the first to need it, and ends when nobody does. Whoever comes while another starts it
 * waits for what comes of that: if the system has no thread, the one that waited tries itself, and is told so, too.
 * This object is its own lock, which is held for as long as a thread takes to start, some 100 µs: those who wait for
 * the lock need the thread anyway.
 */
final class OnDemand extends SpinLock {

    private final Runnable start;

    /** The thread runs, or is about to. Set to true under the lock, to false by the thread. */
    private volatile boolean runs;

    /**
     * A thread that has not been started.
     *
     * @param start starts it; run under the lock
     */
    OnDemand(Runnable start) {
        this.start = start;
    }

    /**
     * Called by whoever needs the thread, having said so: from now on it runs. Throws what the start throws; then it
     * does not run.
     */
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
     * Called by the thread, which then looks again whether it is needed: whoever says so sees that the thread ends, or
     * the thread sees that it is needed.
     */
    void ends() {
        runs = false;
    }

    /**
     * Called by the thread, which has called {@link #ends} and is needed after all. Returns whether it is to run on; it
     * is not if another has been started.
     */
    boolean runsOn() {
        lock();
        boolean alone = !runs;
        runs = true;
        unlock();
        return alone;
    }
}
