package dev.runnel.conformance;

import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;

/**
 * Runs a test under schedules of the test kit, with the runtime checked at each step. The seed is the same in each build; a
 * failure prints the schedule that replays it.
 */
final class SeededSchedules {

    /** The property for another seed. */
    private static final long SEED = Long.getLong("runnel.seed", 1);

    /** The property for so many times as many schedules. */
    private static final int TIMES = Integer.getInteger("runnel.conformance.times", 1);

    /** Go's own programs are long. */
    private static final int STEPS = 10_000_000;

    private SeededSchedules() {}

    static void run(int schedules, Runs.TestBody body) {
        new Explorer(MixedPolicy.of(SEED))
                .withRuns(schedules * TIMES)
                .withSteps(STEPS)
                .withChecksRuntime(true)
                .explore(body::run);
    }
}
