package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.Exploration;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.testkit.PartialOrderPolicy;

/**
 * Runs a test under schedules of the test kit, by seeds or all that there are; the runtime is checked at each step. The
 * seed is the same in each build; a failure prints the schedule that replays it.
 */
final class ChosenSchedules {

    /** The property for another seed. */
    private static final long SEED = Long.getLong("runnel.seed", 1);

    /** The property for a multiple of the number of schedules. */
    private static final int TIMES = Integer.getInteger("runnel.conformance.times", 1);

    /** Go's own programs are long. */
    private static final int STEPS = 10_000_000;

    /** For tests that are run under every schedule; none of them needs more. */
    private static final int EVERY = 500;

    private ChosenSchedules() {}

    /**
     * Not where all tests have dedicated carriers: a run under a schedule has shared ones anyway, so it would do the
     * same once more.
     */
    static boolean areRunHere() {
        return !"dedicated".equals(System.getProperty("runnel.carriers"));
    }

    static void run(int schedules, Runs.TestBody body) {
        new Explorer(MixedPolicy.of(SEED))
                .withRuns(schedules * TIMES)
                .withSteps(STEPS)
                .withChecksRuntime(true)
                .explore(body::run);
    }

    static void runEach(Runs.TestBody body) {
        Exploration done = new Explorer(new PartialOrderPolicy())
                .withRuns(EVERY)
                .withSteps(STEPS)
                .withChecksRuntime(true)
                .explore(body::run);
        assertTrue(done.complete(), done::toString);
    }
}
