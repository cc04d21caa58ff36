package dev.runnel.runtime.choice;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** What comes of many draws. */
final class Uniform {

    private Uniform() {}

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
