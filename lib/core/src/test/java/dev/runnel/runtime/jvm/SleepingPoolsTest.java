package dev.runnel.runtime.jvm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A thread that waits for work may have been given some: it counts for a long time, and for many looks. P77. */
class SleepingPoolsTest {

    private static final long START = Long.MAX_VALUE - 5; // a clock may begin anywhere

    private final SleepingPools pools = new SleepingPools();

    private boolean countsAll(int looks, long now) {
        boolean counts = true;
        for (int i = 0; i < looks; i++) {
            counts &= pools.count(true, now);
        }
        return counts;
    }

    @Test
    void manyLooks_beforeItIsLong_count() {
        assertTrue(countsAll(100 * SleepingPools.LOOKS, START));
        assertTrue(countsAll(1, START + SleepingPools.LONG - 1));
        assertFalse(pools.count(true, START + SleepingPools.LONG));
    }

    @Test
    void fewLooks_thoughItIsLong_count() {
        assertTrue(countsAll(1, START));
        assertTrue(countsAll(SleepingPools.LOOKS - 2, START + 2 * SleepingPools.LONG));
        assertFalse(pools.count(true, START + 2 * SleepingPools.LONG));
    }

    @Test
    void anybodyAwake_counts_andBeginsAnew() {
        countsAll(SleepingPools.LOOKS, START);
        assertFalse(pools.count(true, START + SleepingPools.LONG));
        assertTrue(pools.count(false, START + SleepingPools.LONG));
        assertTrue(countsAll(SleepingPools.LOOKS, START + 2 * SleepingPools.LONG - 1));
    }

    @Test
    void somethingHasRun_beginsAnew() {
        countsAll(SleepingPools.LOOKS, START);
        pools.forget();
        assertTrue(countsAll(SleepingPools.LOOKS, START + SleepingPools.LONG));
        assertFalse(pools.count(true, START + 2 * SleepingPools.LONG));
    }
}
