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
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class NoLeaksTest {

    private static volatile Chan<Integer> stuck = chan();

    private static final List<Timer> SET = new ArrayList<>();

    private static void setATimer() {
        SET.add(Timer.afterFunc(Duration.ofHours(1), () -> {}));
    }

    @AfterEach
    void end() {
        stuck.close();
        stuck = chan();
        SET.forEach(Timer::stop);
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
        assertInstanceOf(
                LeakException.class,
                Launched.method(EndlesslyPatient.class, "leaves").failure());
    }

    @Test
    void timer_isALeakOnlyIfThatIsSaid() {
        assertEquals(
                List.of("setsATimer()"),
                Launched.method(Cases.class, "setsATimer").passed());
        LeakException leak = assertInstanceOf(
                LeakException.class,
                Launched.method(WithTimers.class, "setsATimer").failure());
        assertTrue(leak.getMessage().startsWith("1 timer is left:"), leak.getMessage());
    }

    /** As for a user that registers it for all tests. */
    @Test
    void withoutTheAnnotation_itIsAsUnlessSaid() {
        for (String test : List.of("setsATimer", "endsSoon")) {
            assertEquals(
                    List.of(test + "()"),
                    Launched.method(WithoutAnnotation.class, test).passed());
        }
    }

    @Test
    void patience_isThatOfTheClassAround() {
        assertEquals(
                List.of("endsLate()"),
                Launched.method(Patient.Inner.class, "endsLate").passed());
    }

    /** Run only by the tests above. */
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
        void setsATimer() {
            setATimer();
        }

        @Test
        void endsSoon() {
            go(() -> sleep(Duration.ofMillis(20)));
        }
    }

    /** Run only by the tests above. */
    @ExtendWith(NoLeaksExtension.class)
    static class WithoutAnnotation {

        @Test
        void setsATimer() {
            setATimer();
        }

        @Test
        void endsSoon() {
            go(() -> sleep(Duration.ofMillis(20)));
        }
    }

    /** Run only by the tests above. */
    @NoLeaks(timers = true, patience = 0)
    static class WithTimers {

        @Test
        void setsATimer() {
            setATimer();
        }
    }

    /** Run only by the tests above. */
    @NoLeaks(patience = Long.MAX_VALUE)
    static class EndlesslyPatient {

        @Test
        @NoLeaks(patience = 0)
        void leaves() {
            Chan<Integer> mine = stuck;
            go("left", () -> mine.recv());
        }
    }

    /** Run only by the tests above. */
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
