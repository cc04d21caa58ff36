package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

class ForeignThreadsTest {

    private static final int LOOKS = 1_000;

    /** The watchdog looks while everybody waits, perhaps for memory. */
    @Test
    void lookWhetherGoroutinesHaveMadeAny_makesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ForeignThread known = ForeignThreads.register().bound();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 10; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < LOOKS; i++) {
                ForeignThreads.anyMadeByGoroutines();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < LOOKS, least + " bytes for " + LOOKS + " looks");
        Reference.reachabilityFence(known);
    }
}
