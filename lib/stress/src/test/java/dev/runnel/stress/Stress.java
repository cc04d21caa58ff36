package dev.runnel.stress;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.stress.Tally.Kind;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The load, round after round. Properties: {@value #SECONDS}, for how long; {@value #SEED}, the seed of the first
 * round, by default a new one each time; the others count on from it. Ends the JVM with status 1 as soon as anything is
 * wrong.
 */
public final class Stress {

    static final String SECONDS = "runnel.stress.seconds";
    static final String SEED = "runnel.stress.seed";

    private static final int DEFAULT_SECONDS = 600;
    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final int ROUNDS_PER_REPORT = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private Stress() {}

    /** Runs it and prints what was done. */
    public static void main(String[] args) {
        int seconds = Integer.getInteger(SECONDS, DEFAULT_SECONDS);
        long seed = Long.getLong(SEED, new SplittableRandom().nextInt(1_000_000_000));
        try {
            System.out.print(run(Duration.ofSeconds(seconds), ROUND, seed));
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
        System.exit(0);
    }

    /** Runs it for so long, in rounds of the given length, and returns the table. */
    static String run(Duration length, Duration roundLength, long firstSeed) {
        Tally tally = new Tally();
        long begin = System.nanoTime();
        long seed = firstSeed;
        System.out.printf(
                "stress, %s carriers, Java %s, %d processors, for %d s from seed %d%n",
                carriers(),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                length.toSeconds(),
                firstSeed);
        for (int rounds = 1; System.nanoTime() - begin < length.toNanos(); rounds++) {
            try (Alarm alarm = new Alarm(roundLength.plus(PATIENCE), SEED + "=" + seed)) {
                new Round(seed, tally).run(roundLength);
            } catch (Exception | AssertionError e) {
                throw new AssertionError("the round of -D" + SEED + "=" + seed + " failed", e);
            }
            seed++;
            if (rounds % ROUNDS_PER_REPORT == 0) {
                System.out.printf(
                        "%d rounds, %,d operations, %,d values%n", rounds, tally.operations(), tally.of(Kind.RECEIVED));
            }
        }
        return tally.table((System.nanoTime() - begin) / 1e9);
    }

    private static String carriers() {
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(1))) {
            return runtime.isDedicated() ? "dedicated" : "shared";
        }
    }
}
