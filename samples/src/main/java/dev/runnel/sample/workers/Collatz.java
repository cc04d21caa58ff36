package dev.runnel.sample.workers;

/** Work that takes sometimes more, sometimes less, and fails now and then. */
final class Collatz {

    private Collatz() {}

    /**
     * How many steps it takes to reach 1: an even number is halved, an odd one is multiplied by 3, and 1 added.
     *
     * @throws ArithmeticException if a number on the way does not fit an {@code int}
     */
    static int steps(int start) {
        int steps = 0;
        for (int n = start; n != 1; steps++) {
            n = n % 2 == 0 ? n / 2 : Math.addExact(Math.multiplyExact(n, 3), 1);
        }
        return steps;
    }
}
