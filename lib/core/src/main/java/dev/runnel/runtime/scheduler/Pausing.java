package dev.runnel.runtime.scheduler;

import java.util.concurrent.locks.LockSupport;

/**
 * How an M pauses without giving its P away: what it holds or looks for is here, and it will go on in a moment. On a
 * carrier of our own the thread must not be left to others meanwhile, so it keeps its place, and the carrier pauses for
 * it.
 */
abstract class Pausing extends Summoned {

    /** How long a nap is, in nanoseconds; the system's timers make it some 50 microseconds. */
    private static final long NAP = 3_000;

    private static final Runtime JVM = Runtime.getRuntime();
    private static final long MOST_BYTES = JVM.maxMemory();

    /** So much of the heap, in bytes, that others take longer to use it up than the JDK takes to unmount a thread. */
    private static final long LEAST_FREE = 1 << 20;

    final boolean dedicated;

    /** Must stay on its carrier, whether it has a P or not. */
    private volatile boolean keepsPlace;

    /**
     * While it keeps its place: for how long the carrier sleeps, in nanoseconds; 0 if it does not. Written by the M,
     * read by its carrier after that.
     */
    private int naps;

    Pausing(boolean dedicated) {
        this.dedicated = dedicated;
    }

    final boolean isDedicated() {
        return dedicated;
    }

    final boolean keepsPlace() {
        return keepsPlace;
    }

    /** By the carrier, which an M that keeps its place has left. */
    final void pauseForIt() {
        if (naps > 0) {
            LockSupport.parkNanos(this, naps);
        } else {
            Thread.yield(); // the lock's holder may need this processor
        }
    }

    /** Gives way to the holder of a spin lock, on a carrier of our own. */
    final void yieldInPlace() {
        keepsPlace = true;
        try {
            Thread.yield();
        } catch (StackOverflowError | OutOfMemoryError e) {
            Thread.onSpinWait(); // the stack is too deep to be unmounted, or there is no memory to keep it
        } finally {
            keepsPlace = false;
        }
    }

    /** Pauses for a moment, with its P and, if that is its own, its carrier. Inside the runtime. */
    final void nap() {
        nap(NAP);
    }

    /** Likewise, for so many nanoseconds. */
    final void nap(long nanos) {
        if (dedicated) {
            naps = (int) Math.min(nanos, Integer.MAX_VALUE);
            yieldInPlace();
            naps = 0;
        } else {
            away(this, nanos);
        }
    }

    /**
     * Goes away for a moment; not if the stack is so deep that the JDK cannot unmount it, or there is no memory to keep
     * it. If there is hardly any memory, it only yields: the JDK makes what wakes a virtual thread only when the thread
     * is already unmounted, and if it cannot, it never mounts the thread again.
     */
    static void away(Object blocker, long nanos) {
        try {
            if (MOST_BYTES - JVM.totalMemory() + JVM.freeMemory() < LEAST_FREE) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(blocker, nanos);
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            Thread.onSpinWait();
        }
    }

    /**
     * Lets the JDK's pool run what was given to it from outside, in shared mode. A carrier of that pool looks there
     * only when its own queue is empty, which goroutines that wake each other never let happen; and it may at once go
     * on with a thread that merely yields. So this one is away for a moment. Inside the runtime.
     */
    final void giveWayToPool() {
        if (!dedicated) {
            away(this, 1);
        }
    }
}
