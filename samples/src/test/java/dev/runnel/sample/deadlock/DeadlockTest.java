package dev.runnel.sample.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.sample.Ran;
import dev.runnel.scheduler.DeadlockException;
import io.vavr.collection.List;
import org.junit.jupiter.api.Test;

class DeadlockTest {

    @Test
    void philosophers_allWaitForAFork() {
        List<String> names = List.of("Plato", "Frege", "Arendt");

        DeadlockException deadlock =
                assertThrows(DeadlockException.class, () -> Go.run(() -> Philosophers.dine(names)));

        for (String name : names) {
            assertTrue(deadlock.dump().contains("\"" + name + "\" [chan receive]"), deadlock.dump());
        }
    }

    @Test
    void program_failsAsGoDoes() {
        Ran ran = Ran.program("deadlock");

        assertTrue(ran.err().startsWith("fatal error: all goroutines are asleep - deadlock!"), ran.err());
        assertEquals("", ran.out());
        assertEquals(2, ran.status());
    }
}
