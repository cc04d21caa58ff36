package dev.runnel.testkit.junit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.testkit.KnownBugs;
import dev.runnel.testkit.Launched;
import dev.runnel.testkit.LeakException;
import dev.runnel.testkit.LivelockException;
import dev.runnel.testkit.ScheduleFailure;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.opentest4j.TestAbortedException;

class InterleavingsTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    /** The schedule under which {@code race} fails. */
    private static final String RACE = "1";

    @Interleavings(100)
    void body_isAGoroutine(TestInfo info) {
        assertNotNull(info.getTestMethod());
        assertEquals(1, Go.current().get().id());
        KnownBugs.benign();
    }

    @Test
    void rightTest_isRunSoManyTimesAndReportedOnce() {
        RUNS.set(0);
        Launched launched = Launched.method(Cases.class, "right");
        assertEquals(java.util.List.of("70 interleavings"), launched.passed());
        assertEquals(70, RUNS.get());
    }

    /** The schedule that its failure prints, and no other. */
    @Test
    void schedule_isTheOnlyOne() {
        Throwable failure = Launched.method(Cases.class, "raceUnderItsSchedule").failure();
        assertTrue(failure.getMessage().contains("Schedules.replay(\"" + RACE + "\", body)"), failure::getMessage);
        RUNS.set(0);
        assertEquals(
                java.util.List.of("under 0"),
                Launched.method(Cases.class, "raceUnderThePlainOne").passed());
        assertEquals(1, RUNS.get());
        assertEquals(
                "schedule: 'x' in '1 x' is not allowed; allowed: a number from 0 to 2147483647, perhaps followed by"
                        + " '*' and how often it comes, as in 0*5 1 0 2",
                Launched.method(Cases.class, "noSchedule").failure().getMessage());
    }

    /** Those that were not run have not passed. */
    @Test
    void interruptedTest_fails() {
        RUNS.set(0);
        Throwable failure = Launched.method(Cases.class, "interrupted").failure();
        assertEquals(
                "interrupted after " + RUNS + " of 1000000 interleavings, of which none has failed",
                failure.getMessage());
        assertTrue(RUNS.get() < 1_000_000, RUNS::toString);
    }

    /** There is only that one, and it was run. */
    @Test
    void interruptedTest_underItsSchedule_passes() {
        assertEquals(
                java.util.List.of("under 0 1"),
                Launched.method(Cases.class, "interruptedUnderASchedule").passed());
    }

    @Test
    void annotationOfItsOwn_isFound() {
        RUNS.set(0);
        Launched launched = Launched.method(Cases.class, "few");
        assertEquals(java.util.List.of("3 interleavings"), launched.passed());
        assertEquals(3, RUNS.get());
    }

    @Test
    void wrongTest_failsWithAShortSchedule() {
        ScheduleFailure failure = assertInstanceOf(
                ScheduleFailure.class, Launched.method(Cases.class, "wrong").failure());
        assertEquals("0*3 1", failure.schedule().toString());
        assertTrue(failure.getMessage().contains("expected: <2> but was: <1>"), failure::getMessage);
        assertTrue(failure.getMessage().contains("-Drunnel.seed="), failure::getMessage);
    }

    @Test
    void seedOfTheProperty_isUsed() {
        String before = System.getProperty("runnel.seed");
        System.setProperty("runnel.seed", "123");
        try {
            String first = Launched.method(Cases.class, "wrong").failure().getMessage();
            String second = Launched.method(Cases.class, "wrong").failure().getMessage();
            assertTrue(first.contains("-Drunnel.seed=123"), first);
            assertEquals(first, second);
        } finally {
            if (before == null) {
                System.clearProperty("runnel.seed");
            } else {
                System.setProperty("runnel.seed", before);
            }
        }
    }

    @Test
    void checkedException_isTheCause() {
        assertInstanceOf(
                IOException.class,
                Launched.method(Cases.class, "checked").failure().getCause());
    }

    @Test
    void assumptionThatFails_abortsTheTest() {
        assertInstanceOf(
                TestAbortedException.class,
                Launched.method(Cases.class, "assumes").failure());
    }

    @Test
    void settings_areHeeded() {
        LivelockException livelock = assertInstanceOf(
                LivelockException.class,
                Launched.method(Cases.class, "endless").failure().getCause());
        assertTrue(livelock.getMessage().startsWith("no end after 100 steps"), livelock.getMessage());
        assertInstanceOf(
                LeakException.class,
                Launched.method(Cases.class, "leaks").failure().getCause());
    }

    /** A shorter name. */
    @Retention(RetentionPolicy.RUNTIME)
    @Interleavings(3)
    @interface Few {}

    /** Run only by the tests above. */
    static class Cases {

        private volatile Thread launcher = Thread.currentThread();

        @BeforeEach
        void remembersTheLauncher() {
            launcher = Thread.currentThread();
        }

        @AfterEach
        void forgetsTheInterrupt() {
            Thread.interrupted();
        }

        @Interleavings(1_000_000)
        void interrupted() {
            if (RUNS.incrementAndGet() == 20) {
                launcher.interrupt();
            }
        }

        @Interleavings(schedule = "0 1")
        void interruptedUnderASchedule() {
            Thread caller = launcher;
            caller.interrupt();
            while (caller.isInterrupted() || caller.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // until it has seen the interrupt, and waits again
            }
        }

        @Interleavings(70)
        void right() {
            RUNS.incrementAndGet();
            KnownBugs.benign();
        }

        @Few
        void few() {
            RUNS.incrementAndGet();
        }

        @Interleavings
        void wrong() {
            KnownBugs.lostUpdateAroundAChannel();
        }

        @Interleavings(schedule = RACE)
        void raceUnderItsSchedule() {
            race();
        }

        @Interleavings(schedule = "0")
        void raceUnderThePlainOne() {
            race();
        }

        @Interleavings(schedule = "1 x")
        void noSchedule() {}

        /** Fails if the other comes first. */
        private static void race() {
            RUNS.incrementAndGet();
            Chan<Integer> c = chan(2);
            go(() -> c.send(2));
            c.send(1);
            assertEquals(1, c.recv().get());
        }

        @Interleavings(10)
        void checked() throws Exception {
            throw new IOException("checked");
        }

        @Interleavings(10)
        void assumes() {
            Assumptions.assumeTrue(false);
        }

        @Interleavings(value = 1, steps = 100)
        void endless() {
            while (true) {
                gosched();
            }
        }

        @Interleavings(value = 10, failsOnLeaks = true)
        void leaks() {
            Chan<Integer> c = chan();
            go(() -> c.recv());
        }
    }
}
