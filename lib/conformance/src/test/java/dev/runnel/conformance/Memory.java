package dev.runnel.conformance;

import com.sun.management.ThreadMXBean;
import dev.runnel.Go;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;

/** What Go's tests ask {@code runtime.MemStats} for: what was allocated, what is in use, what is collected. */
final class Memory {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TRIES = 5;
    private static final int COLLECTIONS = 100;

    private Memory() {}

    /**
     * The bytes that all platform threads allocate while the action runs once, the least of some tries. A goroutine's
     * allocations are counted as its carrier's, and others may allocate meanwhile.
     */
    static long allocatedBy(Runnable action) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = THREADS.getTotalThreadAllocatedBytes();
            action.run();
            least = Math.min(least, THREADS.getTotalThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** The bytes in use after a collection; the least of some. */
    static long inUse() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** Whether collections clear the reference. */
    static boolean isCollected(WeakReference<?> reference) {
        for (int i = 0; i < COLLECTIONS && reference.get() != null; i++) {
            System.gc();
            Go.gosched();
        }
        return reference.get() == null;
    }
}
