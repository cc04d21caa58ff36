package dev.runnel.sample.load;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers per second of the same handler on Runnel and on plain virtual threads, in turns. */
record Speed(int connections, int rounds, PrintStream out) {

    private static final long WARM_UP = 5_000_000_000L;
    private static final long ROUND = 2_000_000_000L;
    private static final String THREADS = "threads";

    void run() throws Exception {
        List<String> args = List.of(Integer.toString(connections + 10), "10000");
        try (HostProcess shared = host("shared", "server", args);
                HostProcess dedicated = host("dedicated", "server", args);
                HostProcess threads = host("shared", THREADS, args)) {
            for (String path : List.of("/small", "/large")) {
                Map<String, Target> targets = new LinkedHashMap<>();
                targets.put("shared", new Target(shared.address(), path, connections));
                targets.put("dedicated", new Target(dedicated.address(), path, connections));
                targets.put(THREADS, new Target(threads.address(), path, connections));
                try {
                    report(path, measure(targets));
                } finally {
                    for (Target target : targets.values()) {
                        target.close();
                    }
                }
            }
        }
    }

    private static HostProcess host(String carriers, String kind, List<String> args) throws Exception {
        List<String> all = new ArrayList<>(List.of(kind));
        all.addAll(args);
        return new HostProcess(carriers, List.of("-Xmx512m"), all);
    }

    private Map<String, double[]> measure(Map<String, Target> targets) throws Exception {
        for (Target target : targets.values()) {
            target.run(WARM_UP);
        }
        Map<String, double[]> rates = new LinkedHashMap<>();
        targets.keySet().forEach(name -> rates.put(name, new double[rounds]));
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, Target> entry : targets.entrySet()) {
                rates.get(entry.getKey())[round] = entry.getValue().run(ROUND);
            }
        }
        return rates;
    }

    private void report(String path, Map<String, double[]> rates) {
        double[] threads = rates.get(THREADS);
        rates.forEach((name, rate) -> {
            double[] ratios = new double[rounds];
            Arrays.setAll(ratios, i -> rate[i] / threads[i]);
            out.printf(
                    "speed, %s, %s, %d connections: median %.0f per second (%.0f to %.0f), %.2f of threads%n",
                    path,
                    name,
                    connections,
                    median(rate),
                    Arrays.stream(rate).min().orElseThrow(),
                    Arrays.stream(rate).max().orElseThrow(),
                    median(ratios));
        });
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
