package dev.runnel.stress.soak;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Mixed load on one runtime for an hour, and memory and threads stay what they were. Properties: {@value #SECONDS}, for
 * how long; {@value #SEED}, the seed, by default a new one each time; {@value #OUT}, the folder for the report. Ends
 * the JVM with status 1 as soon as anything is wrong.
 */
public final class Soak {

    static final String SECONDS = "runnel.soak.seconds";
    static final String SEED = "runnel.soak.seed";
    static final String OUT = "runnel.soak.out";

    private static final int DEFAULT_SECONDS = 3600;
    private static final double LONGEST_INTERVAL = 60;
    private static final int LEAST_SAMPLES = 12;

    private final double length;
    private final long seed;
    private final Path report;
    private final Path slow;
    private final List<Sample> samples = new ArrayList<>();

    private Soak(double length, long seed, Path folder) {
        this.length = length;
        this.seed = seed;
        this.report = folder.resolve("soak-" + carriers() + ".md");
        this.slow = folder.resolve("soak-" + carriers() + "-slow.txt");
    }

    /** Runs it. */
    public static void main(String[] args) {
        int seconds = Integer.getInteger(SECONDS, DEFAULT_SECONDS);
        try {
            run(seconds, Path.of(System.getProperty(OUT, "target")));
        } catch (Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }

    /**
     * Runs it for so long, and judges.
     *
     * @return what was done
     */
    static Count run(double seconds, Path folder) {
        long seed = Long.getLong(SEED, new SplittableRandom().nextInt(1_000_000_000));
        return new Soak(seconds, seed, folder).run();
    }

    private Count run() {
        begin();
        Load load = new Load(seed, text -> append(slow, text));
        long begin = System.nanoTime();
        load.start();
        double interval = Math.min(LONGEST_INTERVAL, length / LEAST_SAMPLES);
        int last = (int) Math.ceil(length / interval);
        try {
            for (int i = 1; i <= last; i++) {
                double pause = i * interval - (System.nanoTime() - begin) / 1e9;
                load.work(Duration.ofNanos(Math.max(0, (long) (pause * 1e9))));
                load.pause(() -> sample((System.nanoTime() - begin) / 1e9, load));
            }
            load.end();
            Verdict verdict = new Verdict(samples, length);
            put("\n" + verdict.text());
            verdict.check();
            put("\nNothing was lost, and memory and threads are flat.\n");
        } catch (AssertionError e) {
            put("\nFAILED: " + e + ", because of " + e.getCause() + "\n");
            throw new AssertionError("the soak of -D" + SEED + "=" + seed + " failed", e);
        } finally {
            put("\n" + load.count.table());
        }
        return load.count;
    }

    private void begin() {
        try {
            Files.createDirectories(report.toAbsolutePath().getParent());
            Files.writeString(report, "");
            Files.writeString(slow, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        put(String.format(
                Locale.ROOT,
                "Soak, %s carriers, Java %s, %d processors, for %.0f s from seed %d%n%n%s",
                carriers(),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                length,
                seed,
                Sample.HEAD));
    }

    private void sample(double seconds, Load load) {
        Sample sample = Sample.take(seconds, load);
        samples.add(sample);
        put(sample.row());
    }

    /** Prints to standard output, and to the report: what was printed is there, however the run ends. */
    private void put(String text) {
        System.out.print(text);
        append(report, text);
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String carriers() {
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(1))) {
            return runtime.isDedicated() ? "dedicated" : "shared";
        }
    }
}
