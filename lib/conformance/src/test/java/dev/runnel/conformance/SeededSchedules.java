package dev.runnel.conformance;

import dev.runnel.runtime.choice.Director;
import dev.runnel.runtime.scheduler.Scheduler;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import java.util.SplittableRandom;

/** Runs a test under seeded schedules; a failure names its seed. */
final class SeededSchedules {

    /** The first seed; further ones follow. */
    private static final long SEED = Long.getLong("runnel.seed", 1);

    private SeededSchedules() {}

    static void run(int schedules, Runs.TestBody body) {
        for (int i = 0; i < schedules; i++) {
            long seed = SEED + i;
            try {
                Scheduler.directed(RuntimeConfig.fromProperties(), new Dice(seed))
                        .ending()
                        .run(body::run);
            } catch (RuntimeException e) {
                throw new AssertionError("with -Drunnel.seed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    /** Decides by chance; preempts seldom, so that runs also get far. */
    private static final class Dice implements Director {

        private final SplittableRandom random;
        private final int stay;

        Dice(long seed) {
            random = new SplittableRandom(seed);
            stay = 1 << random.nextInt(5);
        }

        @Override
        public int choose(Decision decision, int options, List<?> goroutines) {
            if (decision == Decision.PREEMPT && random.nextInt(stay) != 0) {
                return 0;
            }
            return random.nextInt(options);
        }

        @Override
        public void happens(Object goroutine, Act act, Object on) {}
    }
}
