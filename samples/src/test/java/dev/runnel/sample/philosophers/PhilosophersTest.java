package dev.runnel.sample.philosophers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.sample.Ran;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.ScheduleFailure;
import dev.runnel.testkit.Schedules;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhilosophersTest {

    private static IntFunction<Table> table(String name) {
        return PhilosophersCommand.TABLES.get(name).get();
    }

    /** Has everyone eat so many times, and checks that no neighbour does so meanwhile. */
    private static void dine(IntFunction<Table> table, int seats, int meals) {
        AtomicIntegerArray isEating = new AtomicIntegerArray(seats);
        AtomicIntegerArray eaten = new AtomicIntegerArray(seats);
        Dinner.serve(table.apply(seats), seats, meals, seat -> {
            isEating.set(seat, 1);
            assertEquals(0, isEating.get((seat + 1) % seats), "the neighbour eats");
            assertEquals(0, isEating.get((seat + seats - 1) % seats), "the neighbour eats");
            Go.gosched();
            isEating.set(seat, 0);
            eaten.incrementAndGet(seat);
        });
        for (int seat = 0; seat < seats; seat++) {
            assertEquals(meals, eaten.get(seat));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ordered", "waited", "polite"})
    void cure_letsEveryoneEat_butNoNeighboursAtOnce(String name) {
        for (int seats = 2; seats <= 4; seats++) {
            int those = seats;
            Schedules.check(() -> dine(table(name), those, 2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ordered", "waited", "polite"})
    void cure_worksInEarnest(String name) {
        Go.run(() -> dine(table(name), 5, 200));
    }

    @Test
    void greedyTable_locksUp_whenAllReachOutAtOnce() {
        DeadlockException deadlock =
                assertThrows(DeadlockException.class, () -> Bubble.run(() -> dine(Greedy::new, 5, 1)));

        for (int seat = 0; seat < 5; seat++) {
            String philosopher = "\"" + Dinner.name(seat) + "\" [chan receive]";
            assertTrue(deadlock.dump().contains(philosopher), deadlock.dump());
        }
        assertTrue(deadlock.dump().contains("Greedy.eat(Greedy.java:"), deadlock.dump());
    }

    @Test
    void greedyTable_isFoundOutByTheTestKit() {
        ScheduleFailure found =
                assertThrows(ScheduleFailure.class, () -> Schedules.check(() -> dine(Greedy::new, 3, 1)));

        assertTrue(found.getCause() instanceof DeadlockException, () -> String.valueOf(found.getCause()));
    }

    @Test
    void program_printsTheMeals() {
        assertEquals(
                "7 philosophers have had 350 meals\n",
                Ran.program("philosophers", "polite", "7", "50").out());
    }

    @Test
    void program_reportsTheDeadlock() {
        Ran ran = Ran.program("philosophers", "greedy", "2", "1000000");

        assertTrue(ran.err().startsWith("fatal error: all goroutines are asleep - deadlock!"), ran.err());
        assertTrue(ran.err().contains("Greedy.eat(Greedy.java:"), ran.err());
        assertFalse(ran.out().contains("meals"), ran.out());
        assertEquals(2, ran.status());
    }
}
