package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order in which a thief visits the Ps: P32. */
class StealOrderTest {

    static IntStream procs() {
        return IntStream.rangeClosed(1, 64);
    }

    /** Goes round as {@link WorkSearch} does: a character per visit, the number of the P. */
    private static String visits(int procs, int start, int stride) {
        char[] order = new char[procs];
        for (int i = 0, at = start; i < procs; i++, at = (at + stride) % procs) {
            order[i] = (char) at;
        }
        return new String(order);
    }

    private static boolean isEachOnce(String visits) {
        return visits.chars().distinct().count() == visits.length();
    }

    /** Go's TestStealOrder: for each start and stride every P once, and no two of these orders are the same. */
    @ParameterizedTest
    @MethodSource("procs")
    void strides_visitEachPOnce(int procs) {
        int[] strides = Strides.of(procs);
        Set<String> orders = new HashSet<>();
        for (int stride : strides) {
            for (int start = 0; start < procs; start++) {
                String order = visits(procs, start, stride);
                assertTrue(isEachOnce(order), "from " + start + " by " + stride);
                assertTrue(orders.add(order), "as another, from " + start + " by " + stride);
            }
        }
        assertEquals(procs * strides.length, orders.size());
    }

    /** These are all that there are: any other stride leaves out a P. */
    @ParameterizedTest
    @MethodSource("procs")
    void strides_areAllThatVisitEachPOnce(int procs) {
        int[] expected = IntStream.rangeClosed(1, procs)
                .filter(stride -> isEachOnce(visits(procs, 0, stride)))
                .filter(stride -> procs == 1 || stride < procs)
                .toArray();
        assertArrayEquals(expected, Strides.of(procs));
    }

    @Test
    void strides_ofSomeNumbers() {
        assertArrayEquals(new int[] {1}, Strides.of(1));
        assertArrayEquals(new int[] {1}, Strides.of(2));
        assertArrayEquals(new int[] {1, 5, 7, 11}, Strides.of(12));
        assertArrayEquals(new int[] {1, 2, 3, 4, 5, 6}, Strides.of(7));
    }
}
