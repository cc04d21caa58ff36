package dev.runnel.bench.runner;

import dev.runnel.bench.report.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A contender in one workload: how often it does the work per round, and what came of the rounds. */
final class Entry {

    private static final long MOST_GROWTH = 20;

    private final Running running;
    private final Row row;
    private final WarmUp warmUp;
    private final String label;
    private final List<Sample> samples = new ArrayList<>();
    private boolean profiled;
    private long n;
    private long lastEnd;
    private long idleWall;
    private long idleCpu;

    private Entry(Running running, Row row, Options options) {
        this.running = running;
        this.row = row;
        warmUp = new WarmUp(options.warmupNanos(), options.longestWarmupNanos());
        label = row.label() + options.suffix();
        n = row.start();
    }

    /** Warms up, and finds out how often to do it for a round of the right length; none if it cannot do this at all. */
    static Optional<Entry> warmedUp(Running running, Row row, Options options) throws IOException {
        Entry entry = new Entry(running, row, options);
        while (!entry.warmUp.isOver()) {
            Optional<Sample> sample = running.round(row, entry.n);
            if (sample.isEmpty()) {
                return Optional.empty();
            }
            entry.warmUp.add(sample.get());
            entry.adjust(sample.get().wall(), options.roundNanos());
        }
        return Optional.of(entry);
    }

    private void adjust(long took, long wanted) {
        if (!row.fixed()) {
            long exact = (long) ((double) n * wanted / Math.max(took, 1));
            n = Math.max(1, Math.min(exact, n * MOST_GROWTH));
        }
    }

    Contender contender() {
        return running.contender();
    }

    /** Whether it still got faster when it had warmed up for as long as it may. */
    boolean getsFaster() {
        return warmUp.getsFaster();
    }

    /** A round that counts. */
    void round() throws IOException {
        long start = System.nanoTime();
        Sample sample = running.round(row, n).orElseThrow();
        if (!samples.isEmpty()) {
            idleWall += start - lastEnd;
            idleCpu += sample.idleCpu();
        }
        lastEnd = System.nanoTime();
        samples.add(sample);
    }

    /** Samples the rounds that count, unless it is no JVM. */
    void startProfile() throws IOException {
        profiled = running.contender().isJvm();
        if (profiled) {
            running.startProfile(row);
        }
    }

    /** Where its time went, if it was sampled. */
    Optional<Profiled> endProfile(Path folder) throws IOException {
        if (!profiled) {
            return Optional.empty();
        }
        String name = label + "-" + row.cap() + "-" + contender().name() + ".jfr";
        return Optional.of(new Profiled(
                result(),
                samples.stream().mapToLong(Sample::cpu).sum(),
                running.endProfile(row, folder.resolve(name))));
    }

    /** What came of it. */
    Result result() {
        double[] nanos =
                samples.stream().mapToDouble(Sample::nanosPerOp).sorted().toArray();
        double ops = samples.stream().mapToLong(Sample::ops).sum();
        return new Result(
                label,
                row.cap(),
                running.contender().name(),
                (nanos[(nanos.length - 1) / 2] + nanos[nanos.length / 2]) / 2,
                samples.stream().mapToLong(Sample::cpu).sum() / ops,
                samples.stream().mapToLong(Sample::bytes).sum() / ops,
                nanos[0],
                nanos[nanos.length - 1]);
    }

    /** How long others had their rounds between its own. */
    long idleWall() {
        return idleWall;
    }

    /** The CPU time that its process used meanwhile. */
    long idleCpu() {
        return idleCpu;
    }
}
