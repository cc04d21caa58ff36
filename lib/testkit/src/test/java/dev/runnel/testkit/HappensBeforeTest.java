package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.sync.Mutex;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Decisions are named after the steps that they let come first. */
class HappensBeforeTest {

    private static final int ENOUGH = 100;

    private final Footprint.Numbers numbers = new Footprint.Numbers();
    private final Mutex a = new Mutex();
    private final Mutex b = new Mutex();
    private final Mutex c = new Mutex();
    private final HappensBefore<String> order = new HappensBefore<>(ENOUGH);

    private HappensBefore<String>.Step step(String name, long goroutine, Mutex... locked) {
        Footprint touches = new Footprint(numbers);
        for (Mutex mutex : locked) {
            touches.add(goroutine, Act.LOCK, mutex, numbers);
        }
        return order.begin(goroutine, name, touches);
    }

    private Map<String, Set<Long>> races() {
        Map<String, Set<Long>> all = new HashMap<>();
        order.eachRace(all::put);
        return all;
    }

    @Test
    void twoThatMeet_race() {
        step("first", 1, a);
        step("second", 2, a);
        assertEquals(Map.of("first", Set.of(2L)), races());
    }

    @Test
    void whoIsMadeByAStep_comesAfterIt() {
        step("makes", 1, a).begins(2);
        step("is made", 2, a);
        assertEquals(Map.of(), races());
    }

    @Test
    void twoWithOneBetweenThatOrdersThem_doNotRace() {
        step("first", 1, a);
        step("between", 3, a, b);
        step("second", 2, b);
        assertEquals(Map.of("first", Set.of(3L), "between", Set.of(2L)), races());
    }

    @Test
    void whatTheSecondNeeds_goesFirst() {
        step("first", 1, a);
        step("prepares", 3, b);
        step("second", 2, a, b);
        assertEquals(Map.of("first", Set.of(3L), "prepares", Set.of(2L)), races());
    }

    @Test
    void whateverTheSecondDoesNotNeed_mayGoFirst_too() {
        step("first", 1, a);
        step("else", 3, b);
        step("and again", 3, b);
        step("second", 2, a);
        assertEquals(Map.of("first", Set.of(2L, 3L)), races());
    }

    /** Even if the goroutine that prepares it does more, which the second does not need. */
    @Test
    void whatTheSecondNeeds_goesFirst_whateverComesAfterThat() {
        step("first", 1, a);
        step("prepares", 3, b);
        step("does more", 3, c);
        step("second", 2, a, b);
        assertEquals(Set.of(3L), races().get("first"));
    }

    @Test
    void nobody_comesAfterAll_andBeforeAll() {
        step("first", 1, a);
        order.beginByNobody(new Footprint(numbers));
        step("second", 2, a);
        assertEquals(Map.of(), races());
    }

    @Test
    void longRuns_areNotKept() {
        for (int i = 0; i < ENOUGH; i++) {
            step("step", i % 2, a);
        }
        assertTrue(order.isWhole());
        step("one more", 1, a);
        assertFalse(order.isWhole());
        step("and another", 2, a);
        assertEquals(Map.of(), races());
    }
}
