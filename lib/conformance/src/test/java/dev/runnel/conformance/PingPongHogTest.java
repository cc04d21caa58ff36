package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.time.Duration;

/**
 * Two goroutines that wake each other share one time slice. So a pair with short turns gets about as much done as a
 * pair with long ones. If each turn went to the end of a queue, it would get a thousandth of that done.
 */
class PingPongHogTest {

    private static final int FACTOR = 20;
    private static final Duration LOOK = Duration.ofMillis(5);

    /**
     * The total number of steps after which the counts are compared; a slow machine takes longer for them, and has as
     * many slices.
     */
    private static final long STEPS = 100_000_000;

    private static final class Pair {

        final Chan<Boolean> done;
        final Chan<Boolean> wake = chan();
        final int turn;
        volatile long steps;
        volatile long state = 1;

        Pair(int turn, Chan<Boolean> done) {
            this.done = done;
            this.turn = turn;
            for (int i = 0; i < 2; i++) {
                go(this::takeTurns);
            }
            wake.send(true);
        }

        private void takeTurns() {
            boolean[] over = {false};
            while (!over[0]) {
                select().recv(done, () -> over[0] = true)
                        .recv(wake, () -> {
                            work();
                            wake.send(true);
                        })
                        .run();
            }
        }

        /** Each step needs the one before, so that the compiler can leave none out. */
        private void work() {
            long x = state;
            for (int i = 0; i < turn; i++) {
                x ^= x << 13;
                x ^= x >>> 7;
                x ^= x << 17;
            }
            state = x;
            steps += turn;
        }
    }

    /** How many steps long turns get done for each step that short ones do. */
    private static double hogStepsPerLightStep(long steps) {
        Chan<Boolean> done = chan();
        Pair hog = new Pair(1_000_000, done);
        Pair light = new Pair(1_000, done);
        while (hog.steps + light.steps < steps) {
            Go.sleep(LOOK);
        }
        double ratio = (double) hog.steps / light.steps;
        done.close();
        hog.wake.recv();
        light.wake.recv();
        return ratio;
    }

    private static boolean isWithinFactor(double ratio) {
        return ratio < FACTOR && ratio > 1.0 / FACTOR;
    }

    /** Where slices are uneven, because the machine is busy, more of them even that out. */
    @GoTest(
            value = "runtime TestPingPongHog",
            covers = {"P13", "P26", "P43"},
            procs = 1,
            schedules = 0)
    void pairsWithLongAndWithShortTurns_getAboutAsMuchDone() {
        double ratio = hogStepsPerLightStep(STEPS);
        for (int more = 2; !isWithinFactor(ratio) && more <= 4; more *= 2) {
            ratio = hogStepsPerLightStep(more * STEPS);
        }
        assertTrue(isWithinFactor(ratio), "hog to light: " + ratio);
    }
}
