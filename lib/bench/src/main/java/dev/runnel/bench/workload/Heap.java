package dev.runnel.bench.workload;

import java.lang.management.ManagementFactory;

/** What is alive. */
final class Heap {

    private Heap() {}

    /** The bytes of the heap that are in use after a collection. */
    static long live() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
