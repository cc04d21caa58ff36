package dev.runnel.observe.metrics;

import dev.runnel.runtime.text.Copies;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How many durations fell into which range. There is one range below 256 ns, where Go's histograms of times have four;
 * from there on the ranges are those of Go's: four for each power of two up to 2<sup>47</sup> ns, and one for what is
 * longer.
 *
 * @param counts how many durations are in each range
 */
public record Histogram(List<Long> counts) {

    private static final int FIRST = 8;
    private static final int LAST = 47;
    private static final int PARTS_BITS = 2;
    private static final int PARTS = 1 << PARTS_BITS;

    /** The number of ranges. */
    public static final int SIZE = (LAST - FIRST) * PARTS + 2;

    /**
     * Keeps a copy.
     *
     * @throws IllegalArgumentException if there are not {@link #SIZE} counts, if one is negative, or if they are more
     *     together than a {@code long} can count
     */
    public Histogram {
        counts = Copies.of(counts, "counts");
        if (counts.size() != SIZE) {
            throw new IllegalArgumentException("counts: " + counts.size() + " are not allowed; allowed: " + SIZE);
        }
        long all = 0;
        for (int range = 0; range < SIZE; range++) {
            if (counts.get(range) < 0) {
                throw new IllegalArgumentException("counts: '" + counts.get(range) + "' of range " + range
                        + " is not allowed; allowed: 0 and more");
            }
            if (counts.get(range) > Long.MAX_VALUE - all) {
                throw new IllegalArgumentException("counts: more than " + Long.MAX_VALUE + " in all are not allowed");
            }
            all += counts.get(range);
        }
    }

    static Histogram of(long[] counts) {
        List<Long> list = new ArrayList<>(counts.length);
        for (long count : counts) {
            list.add(count);
        }
        return new Histogram(list);
    }

    /** The range that a duration falls into, in nanoseconds. */
    public static int rangeOf(long nanos) {
        if (nanos < 1L << FIRST) {
            return 0;
        }
        int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        if (exponent >= LAST) {
            return SIZE - 1;
        }
        int part = (int) (nanos >>> (exponent - PARTS_BITS)) & (PARTS - 1);
        return 1 + (exponent - FIRST) * PARTS + part;
    }

    /**
     * The least duration of a range, in nanoseconds.
     *
     * @throws IndexOutOfBoundsException if there is no such range
     */
    public static long leastOf(int range) {
        Objects.checkIndex(range, SIZE);
        if (range == 0) {
            return 0;
        }
        int exponent = FIRST + (range - 1) / PARTS;
        return (PARTS + (long) ((range - 1) % PARTS)) << (exponent - PARTS_BITS);
    }

    /** How many durations there are. */
    public long count() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * A duration that the given part of the durations does not exceed, as far as the ranges tell: the upper end of the
     * range, or the lower end of the last one. 0 if there are no durations.
     *
     * @param part from 0 to 1; taken as the decimal fraction that it is written as, so that 0.07 of 100 durations are 7
     * @throws IllegalArgumentException if it is not from 0 to 1
     */
    public long quantile(double part) {
        if (!(part >= 0 && part <= 1)) {
            throw new IllegalArgumentException("part: '" + part + "' is not allowed; allowed: 0 to 1");
        }
        long all = count();
        if (all == 0) {
            return 0;
        }
        BigDecimal exact = BigDecimal.valueOf(part).multiply(BigDecimal.valueOf(all));
        long rank = Math.max(1, exact.setScale(0, RoundingMode.CEILING).longValueExact());
        int range = 0;
        for (long below = counts.get(0); below < rank; below += counts.get(range)) {
            range++;
        }
        return leastOf(Math.min(range + 1, SIZE - 1));
    }
}
