package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How long it waits, and that a process that has stood still has not waited. */
class PatienceTest {

    private static final long START = Long.MAX_VALUE - 5; // a clock may begin anywhere

    private static final long LONG = 1_000;

    @Test
    void manyLooks_areOverWhenItIsTime_andNotBefore() {
        Patience patience = new Patience(LONG, START);
        for (int i = 1; i < LONG; i++) {
            assertFalse(patience.isOver(START + i));
        }
        assertTrue(patience.isOver(START + LONG));
    }

    /** The first comes after an hour, for example. */
    @Test
    void lookThatComesLate_countsForAPart() {
        Patience patience = new Patience(LONG, START);
        long now = START;
        for (int i = 1; i < Patience.LOOKS; i++) {
            now += 100 * LONG;
            assertFalse(patience.isOver(now));
        }
        assertTrue(patience.isOver(now + LONG));
    }

    @Test
    void none_isOverAtOnce() {
        assertTrue(new Patience(0, START).isOver(START));
        assertTrue(new Patience(-1, START).isOver(START));
    }

    @Test
    void shortest_isOverOnceTimeHasPassed() {
        Patience patience = new Patience(1, START);
        assertFalse(patience.isOver(START));
        assertTrue(patience.isOver(START + 1));
    }
}
