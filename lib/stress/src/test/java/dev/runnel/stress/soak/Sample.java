package dev.runnel.stress.soak;

import com.sun.management.OperatingSystemMXBean;
import dev.runnel.scheduler.RuntimeStats;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What there is at one moment, while no act is played.
 *
 * @param seconds since the beginning
 * @param heap after a collection, in MB
 * @param nonHeap in MB
 * @param processor time that the process has used, in seconds
 * @param resident what the process has of memory, in MB; 0 where the system does not say
 * @param threads platform threads
 * @param machines of the runtime
 * @param procs of the runtime
 * @param goroutines of the runtime
 * @param acts so far
 * @param sent values so far
 * @param runtimes opened and closed so far
 */
record Sample(
        double seconds,
        double heap,
        double nonHeap,
        double processor,
        double resident,
        int threads,
        int machines,
        int procs,
        long goroutines,
        long acts,
        long sent,
        long runtimes) {

    static final String HEAD =
            "| minute | heap MB | non-heap MB | processor s | process MB | threads | machines | procs | goroutines"
                    + " | acts | values sent | runtimes |\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";

    private static final double MB = 1 << 20;

    static Sample take(double seconds, Load load) {
        collect();
        RuntimeStats stats = load.runtime.stats();
        var memory = ManagementFactory.getMemoryMXBean();
        return new Sample(
                seconds,
                memory.getHeapMemoryUsage().getUsed() / MB,
                memory.getNonHeapMemoryUsage().getUsed() / MB,
                processorTime(),
                residentMemory(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                stats.machines(),
                stats.procs(),
                stats.goroutines(),
                load.count.played(),
                load.count.sent.sum(),
                load.count.runtimes.sum());
    }

    /** The second collection takes what only references keep that the first one queues or clears. */
    private static void collect() {
        System.gc();
        System.gc();
    }

    private static double processorTime() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime() / 1e9
                : 0;
    }

    private static double residentMemory() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
                }
            }
        } catch (IOException e) {
            // another system
        }
        return 0;
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "| %.1f | %.1f | %.1f | %.0f | %.0f | %d | %d | %d | %d | %,d | %,d | %,d |%n",
                seconds / 60,
                heap,
                nonHeap,
                processor,
                resident,
                threads,
                machines,
                procs,
                goroutines,
                acts,
                sent,
                runtimes);
    }
}
