package dev.runnel.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs the load for a few seconds, so that it keeps working. */
class StressTest {

    /** On a machine with much else to do, one run may lack what is seldom done. */
    private static final int MOST_RUNS = 20;

    @Test
    void aFewSeconds() {
        long seed = Long.getLong(Stress.SEED, new SplittableRandom().nextInt(1_000_000_000));
        Set<String> notDone = notDoneIn(seed);
        for (int run = 1; run < MOST_RUNS && !notDone.isEmpty(); run++) {
            notDone.retainAll(notDoneIn(seed + run));
        }
        assertEquals(Set.of(), notDone, "not done at all");
    }

    private static Set<String> notDoneIn(long seed) {
        return Stress.run(Duration.ofSeconds(3), Duration.ofSeconds(1), seed)
                .lines()
                .filter(line -> line.contains("| 0 |"))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
