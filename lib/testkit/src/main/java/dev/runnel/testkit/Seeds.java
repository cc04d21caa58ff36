package dev.runnel.testkit;

import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** Where the numbers of policies come from. */
final class Seeds {

    /** The property that fixes the seed of whatever is not given one. */
    static final String PROPERTY = "runnel.seed";

    private Seeds() {}

    /** The seed of the property, else a new one. */
    static long ofThisRun() {
        String text = System.getProperty(PROPERTY);
        if (text == null || text.isBlank()) {
            return new SplittableRandom().nextInt(1_000_000_000);
        }
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    PROPERTY + ": '" + text + "' is not allowed; allowed: a whole number", e);
        }
    }

    /** The chance of one run of many. */
    static RandomGenerator ofRun(long seed, int run) {
        return new SplittableRandom(mixed(seed) + run);
    }

    /**
     * A number for each seed, without relation to those of its neighbours: what one {@code SplittableRandom} counts up
     * is what another counts up, only shifted. The finalizer of Stafford's variant 13, <i>Better bit mixing</i> (2011).
     */
    private static long mixed(long seed) {
        long z = seed + 0x9E3779B97F4A7C15L; // else that of 0 is 0
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A picker for each run, for ever. */
    static Iterator<Picker> forEver(IntFunction<Picker> picker) {
        return new Iterator<>() {
            private int run;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Picker next() {
                return picker.apply(run++);
            }
        };
    }
}
