package dev.runnel.sample.load;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/** A server that is measured in rounds, in turns with others. */
final class Contender implements Closeable {

    private final String name;
    private final HostProcess host;
    private final Target target;
    private final double[] rates;
    private final double[] cpu;

    Contender(String name, HostProcess host, String path, int connections, int rounds) throws IOException {
        this.name = name;
        this.host = host;
        target = new Target(host.address(), path, connections);
        rates = new double[rounds];
        cpu = new double[rounds];
    }

    /** Warms it up. */
    void run(long nanos) throws IOException {
        target.run(nanos);
    }

    void run(long nanos, int round) throws IOException {
        long before = host.cpu();
        long start = System.nanoTime();
        rates[round] = target.run(nanos);
        double answers = rates[round] * (System.nanoTime() - start) / 1e9;
        cpu[round] = (host.cpu() - before) / 1000.0 / answers;
    }

    /** A line of a table: its figures, and their ratios to those of the other. */
    String row(Contender other) {
        double[] ratios = new double[rates.length];
        Arrays.setAll(ratios, i -> rates[i] / other.rates[i]);
        double[] cpuRatios = new double[cpu.length];
        Arrays.setAll(cpuRatios, i -> other.cpu[i] / cpu[i]);
        return "| %s | %,.0f | %,.0f-%,.0f | %.1f | %.2f | %.2f |"
                .formatted(
                        name,
                        median(rates),
                        Arrays.stream(rates).min().orElseThrow(),
                        Arrays.stream(rates).max().orElseThrow(),
                        median(cpu),
                        median(ratios),
                        median(cpuRatios));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}
