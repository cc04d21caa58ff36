package dev.runnel.runtime.choice;

/** Marsaglia's 64-bit xorshift, multiplied (xorshift64*): the same numbers from the same seed, wherever it runs. */
public final class XorShift implements Chance {

    private long state;

    /** @param seed any number */
    public XorShift(long seed) {
        // A splitmix round, so that neighbouring seeds give unrelated sequences and the state is never 0.
        long z = seed + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        state = (z ^ (z >>> 31)) | 1;
    }

    @Override
    public int below(int bound) {
        long x = state;
        x ^= x >>> 12;
        x ^= x << 25;
        x ^= x >>> 27;
        state = x;
        return Range.of((int) ((x * 0x2545F4914F6CDD1DL) >>> 32), bound);
    }
}
