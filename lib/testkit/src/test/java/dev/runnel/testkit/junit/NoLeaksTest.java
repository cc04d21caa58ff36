package dev.runnel.testkit.junit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.testkit.Launched;
import dev.runnel.testkit.LeakException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class NoLeaksTest {

    private static volatile Chan<Integer> stuck = chan();

    @AfterEach
    void end() {
        stuck.close();
        stuck = chan();
    }

    @Test
    void leftGoroutine_failsWithItsPlaceAndItsCreator() {
        LeakException leak = assertInstanceOf(
                LeakException.class, Launched.method(Cases.class, "leaves").failure());
        assertTrue(leak.getMessage().startsWith("1 goroutine is left:"), leak.getMessage());
        assertTrue(leak.dump().contains("\"left\" [chan receive]"), leak.dump());
        assertTrue(leak.dump().contains("NoLeaksTest$Cases"), leak.dump());
        assertTrue(leak.dump().contains("created by goroutine "), leak.dump());
    }

    @Test
    void goroutineThatEndsInTime_isNoLeak() {
        assertEquals(
                List.of("endsSoon()"), Launched.method(Cases.class, "endsSoon").passed());
    }

    @Test
    void goroutineFromBefore_isNoLeak() {
        Chan<Integer> mine = stuck;
        go(() -> mine.recv());
        assertEquals(
                List.of("endsSoon()"), Launched.method(Cases.class, "endsSoon").passed());
    }

    @Test
    void patience_isThatOfTheMethod() {
        long begin = System.nanoTime();
        Launched.method(Cases.class, "leaves").failure();
        assertTrue(System.nanoTime() - begin < 900_000_000L);
    }

    @Test
    void patience_isThatOfTheClassAround() {
        assertEquals(
                List.of("endsLate()"),
                Launched.method(Patient.Inner.class, "endsLate").passed());
    }

    /** Not run but by the tests above. */
    @NoLeaks
    static class Cases {

        @Test
        @NoLeaks(patience = 50)
        void leaves() {
            Chan<Integer> mine = stuck;
            Chan<Boolean> begun = chan();
            go("parent", () -> {
                go("left", () -> mine.recv());
                begun.send(true);
            });
            begun.recv();
        }

        @Test
        void endsSoon() {
            go(() -> sleep(Duration.ofMillis(20)));
        }
    }

    /** Not run but by the tests above. */
    @NoLeaks(patience = 60_000)
    static class Patient {

        @Nested
        class Inner {

            @Test
            void endsLate() {
                go(() -> sleep(Duration.ofMillis(1_500)));
            }
        }
    }
}
