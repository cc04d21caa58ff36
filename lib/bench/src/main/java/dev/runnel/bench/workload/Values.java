package dev.runnel.bench.workload;

/** What goes over the channels: small numbers, whose boxes exist, so that none is allocated. */
final class Values {

    private static final int MASK = 127;

    private Values() {}

    /** The i-th value. */
    static Integer of(long i) {
        return (int) i & MASK;
    }

    /** The number that a value is. */
    static int number(Object value) {
        return (Integer) value;
    }

    /** The sum of the first n values. */
    static long sum(long n) {
        long whole = n / (MASK + 1);
        long rest = n % (MASK + 1);
        return whole * (MASK * (MASK + 1) / 2) + rest * (rest - 1) / 2;
    }
}
