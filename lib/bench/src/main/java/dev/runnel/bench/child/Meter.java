package dev.runnel.bench.child;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Time, CPU time of the process, and bytes allocated by all its threads, virtual ones included. */
final class Meter {

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long nanos;
    private long cpu;
    private long bytes;
    private long cpuAtEnd = system.getProcessCpuTime();

    void start() {
        bytes = threads.getTotalThreadAllocatedBytes();
        cpu = system.getProcessCpuTime();
        nanos = System.nanoTime();
    }

    void end() {
        nanos = System.nanoTime() - nanos;
        cpuAtEnd = system.getProcessCpuTime();
        cpu = cpuAtEnd - cpu;
        bytes = threads.getTotalThreadAllocatedBytes() - bytes;
    }

    long nanos() {
        return nanos;
    }

    long cpu() {
        return cpu;
    }

    long bytes() {
        return bytes;
    }

    long cpuSinceEnd() {
        return system.getProcessCpuTime() - cpuAtEnd;
    }
}
