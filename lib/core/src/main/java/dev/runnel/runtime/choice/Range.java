package dev.runnel.runtime.choice;

/**
 * Brings a random number into a range by a multiply and a shift: no division, no rejection, a bias below 2^-32 times
 * the bound.
 */
final class Range {

    private Range() {}

    /**
     * A number from 0 to bound - 1.
     *
     * @param random any 32 bits, each as likely to be set as not
     * @param bound positive
     */
    static int of(int random, int bound) {
        return (int) ((Integer.toUnsignedLong(random) * bound) >>> 32);
    }
}
