package dev.runnel.sample.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process has at one time. Sockets and memory are read from {@code /proc}.
 *
 * @param goroutines that have not ended
 * @param threads platform threads
 * @param sockets that are open
 * @param descriptors that are open, sockets included
 * @param heapMb used after a collection
 * @param rssMb resident memory
 */
record Counts(long goroutines, int threads, int sockets, int descriptors, long heapMb, long rssMb) {

    private static final long MB = 1024 * 1024;

    static Counts now(long goroutines) throws IOException {
        System.gc();
        List<String> descriptors = opened();
        return new Counts(
                goroutines,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                (int) descriptors.stream()
                        .filter(name -> name.startsWith("socket:"))
                        .count(),
                descriptors.size(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MB,
                rss() / 1024);
    }

    private static List<String> opened() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.map(Counts::target).toList();
        }
    }

    private static String target(Path entry) {
        try {
            return Files.readSymbolicLink(entry).toString();
        } catch (NoSuchFileException e) {
            return ""; // that of the listing itself
        } catch (IOException e) {
            return "unreadable";
        }
    }

    private static long rss() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    /** From what {@link #line()} returned. */
    static Counts parse(String line) {
        long[] n = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        return new Counts(n[0], (int) n[1], (int) n[2], (int) n[3], n[4], n[5]);
    }

    String line() {
        return goroutines + " " + threads + " " + sockets + " " + descriptors + " " + heapMb + " " + rssMb;
    }

    @Override
    public String toString() {
        return goroutines + " goroutines, " + threads + " platform threads, " + sockets + " sockets, " + descriptors
                + " descriptors, " + heapMb + " MB heap, " + rssMb + " MB resident";
    }
}
