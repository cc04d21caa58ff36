package dev.runnel.runtime.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chance as select's choice (S3, S8) and the order of stealing (P32) need it. The seeds are fixed, and so is the
 * outcome.
 */
class XorShiftTest {

    private static final int DRAWS = 100_000;

    private static List<Integer> sequence(long seed, int n) {
        XorShift chance = new XorShift(seed);
        return IntStream.range(0, n).map(i -> chance.below(1 << 30)).boxed().toList();
    }

    /** Counts as Go's TestSelectFairness does. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 10, 61, 64, 100, 256})
    void below_isUniform(int bound) {
        for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE}) {
            Uniform.checkDraws(new XorShift(seed), bound);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void below_isUniformAlsoInPairs(int bound) {
        Uniform.checkPairs(new XorShift(8), bound);
    }

    /** The Ps of a scheduler, and their first draws, have neighbouring seeds. */
    @Test
    void firstDraws_ofNeighbouringSeeds_areUniform() {
        int[] counts = new int[8];
        for (int seed = 0; seed < DRAWS; seed++) {
            counts[new XorShift(seed).below(8)]++;
        }
        Uniform.check(counts, DRAWS);
    }

    @Test
    void sequences_ofDifferentSeeds_differ() {
        Set<List<Integer>> sequences = new HashSet<>();
        for (int seed = -50; seed < 50; seed++) {
            sequences.add(sequence(seed, 4));
        }
        assertEquals(100, sequences.size());
        assertNotEquals(sequence(Long.MIN_VALUE, 4), sequence(Long.MAX_VALUE, 4));
    }

    @Test
    void sequence_ofTheSameSeed_isTheSame() {
        assertEquals(sequence(7, 100), sequence(7, 100));
    }

    /** The seed for which the mixing gives 0, where a bare xorshift would stay. */
    @Test
    void seedThatMixesToZero_givesASequence() {
        assertTrue(new HashSet<>(sequence(-0x9E3779B97F4A7C15L, 100)).size() > 90);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1 << 20, Integer.MAX_VALUE})
    void below_staysBelow(int bound) {
        Uniform.checkRange(new XorShift(bound), bound);
    }
}
