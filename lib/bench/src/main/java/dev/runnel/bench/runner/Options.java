package dev.runnel.bench.runner;

import dev.runnel.bench.profile.Recorder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the command line says. */
final class Options {

    static final String USAGE = """
            --quick                 the main workloads, in a minute
            --workloads a,b         only those whose name, or name and capacity as in mpmc/100, are said
            --contenders a,b        only these: runnel-shared, runnel-dedicated, go, jox, jdk, jdk-transfer, jdk-exchanger,
                                    jdk-other, bare, bare-pool
            --growth                cost against the number of goroutines, with 1, 2 and 4 procs, and with 2 on one processor
            --rounds N              how many rounds count (5; quick: 3)
            --millis N              how long a round should take (200; quick: 80)
            --warmup N              how long each contender runs a workload before, in milliseconds (1000; quick: 250);
                                    up to eight times as long if it still gets faster, except in a quick run
            --procs N               how many goroutines run at once (2)
            --cpus LIST             pin the contenders to these processors, by taskset
            --heap SIZE             of each JVM (4g)
            --gc NAME               the collector of each JVM: G1, Parallel, Serial or Z (that which the JVM chooses)
            --chart FILE            also draw a chart, an SVG
            --profile               also say where each JVM's CPU time goes, by samples, which make it slower; needs Java 25 and Linux
            --micro                 only the single operations, by JMH; they are part of a run without arguments, too
            """;

    private static final Set<String> FLAGS = Set.of("quick", "micro", "growth", "profile", "help");
    private static final Set<String> VALUES =
            Set.of("workloads", "contenders", "rounds", "millis", "warmup", "procs", "cpus", "heap", "gc", "chart");

    private static final Set<String> COLLECTORS = Set.of("G1", "Parallel", "Serial", "Z");

    /** In times what was asked for. */
    private static final int LONGEST_WARMUP = 8;

    private static final String SUFFIX = "suffix";

    private final Map<String, String> given = new HashMap<>();

    Options(String... args) {
        for (int i = 0; i < args.length; i++) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (FLAGS.contains(name)) {
                given.put(name, "");
            } else if (VALUES.contains(name) && i + 1 < args.length) {
                given.put(name, args[++i]);
            } else {
                throw new IllegalArgumentException("not understood: " + args[i] + "\n" + USAGE);
            }
        }
        if (profile() && !Recorder.isPossible()) {
            throw new IllegalArgumentException("--profile needs Java 25 or newer, and Linux; this is Java "
                    + Runtime.version().feature() + " on " + System.getProperty("os.name"));
        }
    }

    boolean quick() {
        return given.containsKey("quick");
    }

    boolean help() {
        return given.containsKey("help");
    }

    boolean growth() {
        return given.containsKey("growth");
    }

    /** These options, with several numbers of processors if growth is asked for. */
    List<Options> settings() {
        if (!growth()) {
            return List.of(this);
        }
        List<Options> all = new ArrayList<>();
        for (String procs : List.of("1", "2", "4")) {
            all.add(with(procs, "", "@" + procs));
        }
        all.add(with("2", "0", "@2on1"));
        return all;
    }

    private Options with(String procs, String cpus, String suffix) {
        Options other = new Options();
        other.given.putAll(given);
        other.given.put("procs", procs);
        other.given.put("cpus", cpus);
        other.given.put(SUFFIX, suffix);
        return other;
    }

    /** What is appended to the names of workloads in results. */
    String suffix() {
        return given.getOrDefault(SUFFIX, "");
    }

    /** Whether JMH runs. */
    boolean micro() {
        return given.containsKey("micro") || !quick() && !growth() && !given.containsKey("workloads");
    }

    /** Whether the workloads run. */
    boolean macro() {
        return !given.containsKey("micro");
    }

    int rounds() {
        return (int) number("rounds", 5, 3);
    }

    long roundNanos() {
        return number("millis", 200, 80) * 1_000_000;
    }

    long warmupNanos() {
        return number("warmup", 1000, 250) * 1_000_000;
    }

    /** If it still gets faster. */
    long longestWarmupNanos() {
        return quick() ? warmupNanos() : LONGEST_WARMUP * warmupNanos();
    }

    int procs() {
        return (int) number("procs", 2, 2);
    }

    String cpus() {
        return given.getOrDefault("cpus", "");
    }

    String heap() {
        return given.getOrDefault("heap", "4g");
    }

    /** Flags of each JVM. */
    List<String> collector() {
        String name = given.get("gc");
        if (name == null) {
            return List.of();
        }
        if (!COLLECTORS.contains(name)) {
            throw new IllegalArgumentException(
                    "no such collector: " + name + "; there are " + new TreeSet<>(COLLECTORS));
        }
        return List.of("-XX:+Use" + name + "GC");
    }

    /** Whether the CPU time is sampled. */
    boolean profile() {
        return given.containsKey("profile");
    }

    /** Where the recordings are kept. */
    Path profiles() {
        return module().resolve("target");
    }

    String chart() {
        return given.getOrDefault("chart", "");
    }

    boolean wants(String contender) {
        return !given.containsKey("contenders")
                || List.of(given.get("contenders").split(",")).contains(contender);
    }

    List<Row> rows() {
        if (growth()) {
            return chosen(Plan.growth());
        }
        return chosen(quick() ? Plan.quick() : Plan.full());
    }

    private List<Row> chosen(List<Row> rows) {
        if (!given.containsKey("workloads")) {
            return rows;
        }
        Set<String> unused = new TreeSet<>(List.of(given.get("workloads").split(",")));
        List<Row> chosen = new ArrayList<>();
        for (Row row : rows) {
            List<String> names = List.of(row.workload(), row.label(), row.label() + "/" + row.cap());
            if (names.stream().anyMatch(List.of(given.get("workloads").split(","))::contains)) {
                chosen.add(row);
                unused.removeAll(names);
            }
        }
        if (!unused.isEmpty()) {
            throw new IllegalArgumentException("no such workload: " + unused);
        }
        return chosen;
    }

    /** The folder of this module; the working directory is the repository's root. */
    Path module() {
        return Path.of("lib", "bench");
    }

    private long number(String name, long usual, long quick) {
        String text = given.get(name);
        if (text == null) {
            return quick() ? quick : usual;
        }
        return Long.parseLong(text);
    }
}
