package dev.runnel.runtime.choice;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** Checks of the outcome of many draws. */
final class Uniform {

    private static final int DRAWS = 100_000;

    private Uniform() {}

    /** Draws below a bound, one by one. */
    static void checkDraws(Chance chance, int bound) {
        int[] counts = new int[bound];
        for (int i = 0; i < DRAWS; i++) {
            counts[chance.below(bound)]++;
        }
        check(counts, DRAWS);
    }

    /** A draw does not depend on the one before: a shuffle draws several times in a row. */
    static void checkPairs(Chance chance, int bound) {
        int[] counts = new int[bound * bound];
        for (int i = 0; i < DRAWS; i++) {
            counts[chance.below(bound) * bound + chance.below(bound)]++;
        }
        check(counts, DRAWS);
    }

    /** Nothing is drawn outside of the range, and what is drawn comes near its upper end. */
    static void checkRange(Chance chance, int bound) {
        int most = 0;
        for (int i = 0; i < DRAWS; i++) {
            int drawn = chance.below(bound);
            assertTrue(drawn >= 0 && drawn < bound, () -> drawn + " of " + bound);
            most = Math.max(most, drawn);
        }
        assertTrue(most >= bound - 1 - bound / 100, "the largest of " + DRAWS + " was " + most + " of " + bound);
    }

    /** No count is off by more than ten standard deviations. */
    static void check(int[] counts, int draws) {
        double p = 1.0 / counts.length;
        double sigma = Math.sqrt(draws * p * (1 - p));
        for (int i = 0; i < counts.length; i++) {
            double off = Math.abs(counts[i] - draws * p);
            assertTrue(
                    off <= 10 * sigma, i + " came " + counts[i] + " times of " + draws + ", one of " + counts.length);
        }
    }
}
