package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What seeds give. */
class SeedsTest {

    private static final int SEEDS = 100;
    private static final int RUNS = 10;
    private static final int DRAWS = 50;

    /** If two sequences were the same one, shifted, each would have draws of the other. */
    @Test
    void draws_ofNeighbours_haveNothingInCommon() {
        Set<Long> draws = new HashSet<>();
        for (long seed = -SEEDS / 2; seed < SEEDS / 2; seed++) {
            for (int run = 0; run < RUNS; run++) {
                Seeds.ofRun(seed, run).longs(DRAWS).forEach(draws::add);
            }
        }
        assertEquals(SEEDS * RUNS * DRAWS, draws.size());
    }

    @Test
    void sameSeed_givesTheSameDraws() {
        assertEquals(
                Seeds.ofRun(7, 3).longs(DRAWS).boxed().toList(),
                Seeds.ofRun(7, 3).longs(DRAWS).boxed().toList());
    }
}
