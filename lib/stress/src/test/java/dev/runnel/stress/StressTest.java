package dev.runnel.stress;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The load for a few seconds, so that it stays alive. */
class StressTest {

    @Test
    void aFewSeconds() {
        long seed = Long.getLong(Stress.SEED, new SplittableRandom().nextInt(1_000_000_000));
        String table = Stress.run(Duration.ofSeconds(3), Duration.ofSeconds(1), seed);
        assertFalse(table.contains("| 0 |"), () -> "something was not done at all:\n" + table);
    }
}
