package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.run;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scope.ErrGroup;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a failure tells of the run that came to it. */
class ReportTest {

    @Test
    void channelNumbers_areThoseOfTheRun() {
        for (int i = 0; i < 3; i++) {
            Interleaving run = Schedule.PLAIN.replay(() -> {
                Chan<Integer> unused = chan();
                Chan<Integer> c = chan(1);
                c.send(1);
                unused.close();
            });
            assertEquals("""
                       1. goroutine 1 "main" sends on Chan#1 (len 0, cap 1)  at ReportTest.channelNumbers_areThoseOfTheRun(ReportTest.java:N)
                       2. goroutine 1 "main" closes Chan#2 (len 0, cap 0)  at ReportTest.channelNumbers_areThoseOfTheRun(ReportTest.java:N)
                       3. goroutine 1 "main" returns
                    """.replace("\n", System.lineSeparator()), withoutLines(run.toString()));
        }
    }

    @Test
    void channelNumbersInFailures_areThoseOfTheRun() {
        String message = messageOfAFailureOnAChannel();
        assertTrue(message.contains("IllegalStateException: about Chan#1 (len 0, cap 3)"), message);
        assertTrue(message.contains("fails: java.lang.IllegalStateException: about Chan#1 (len 0, cap 3)"), message);
        assertEquals(message, messageOfAFailureOnAChannel());
        String once = messageOfAFailureThatComesOnce();
        assertTrue(once.contains("IllegalStateException: about Chan#1 (len 0, cap 3)"), once);
        assertEquals(once, messageOfAFailureThatComesOnce());
    }

    private static String messageOfAFailureOnAChannel() {
        return assertThrows(
                        ScheduleFailure.class,
                        () -> Schedules.replay("", () -> {
                            chan();
                            failAbout(chan(3));
                        }))
                .getMessage();
    }

    private static String messageOfAFailureThatComesOnce() {
        AtomicInteger runs = new AtomicInteger();
        return assertThrows(
                        ScheduleFailure.class,
                        () -> new Explorer(new RandomPolicy(5)).explore(() -> {
                            Chan<Integer> c = chan(3);
                            if (runs.incrementAndGet() == 3) {
                                failAbout(c);
                            }
                        }))
                .getMessage();
    }

    private static void failAbout(Chan<?> c) {
        throw new IllegalStateException("about " + c);
    }

    @Test
    void message_tellsWhoDidWhat() {
        ScheduleFailure failure =
                assertThrows(ScheduleFailure.class, () -> Schedules.replay("0*4 1", KnownBugs::deadlockOfTwoLocks));
        assertEquals("""
                all goroutines are asleep - deadlock!
                  goroutine 1 "main" [chan receive]: receives from Chan#1  at KnownBugs.deadlockOfTwoLocks(KnownBugs.java:N)
                  goroutine 2 "ab" [chan send]: sends on Chan#3  at KnownBugs.lockBoth(KnownBugs.java:N)
                  goroutine 3 "ba" [chan send]: sends on Chan#2  at KnownBugs.lockBoth(KnownBugs.java:N)
                schedule "0*4 1":
                   1. goroutine 1 "main" starts goroutine 2 "ab"  at KnownBugs.deadlockOfTwoLocks(KnownBugs.java:N)
                   2. goroutine 1 "main" starts goroutine 3 "ba"  at KnownBugs.deadlockOfTwoLocks(KnownBugs.java:N)
                   3. goroutine 1 "main" receives from Chan#1 (len 0, cap 2): parks [chan receive]  at KnownBugs.deadlockOfTwoLocks(KnownBugs.java:N)
                   4. goroutine 2 "ab" sends on Chan#2 (len 0, cap 1)  at KnownBugs.lockBoth(KnownBugs.java:N)
                   5. goroutine 2 "ab" is preempted by goroutine 3 "ba"
                   6. goroutine 3 "ba" sends on Chan#3 (len 0, cap 1)  at KnownBugs.lockBoth(KnownBugs.java:N)
                   7. goroutine 3 "ba" sends on Chan#2 (len 1, cap 1): parks [chan send]  at KnownBugs.lockBoth(KnownBugs.java:N)
                   8. goroutine 2 "ab" sends on Chan#3 (len 1, cap 1): parks [chan send]  at KnownBugs.lockBoth(KnownBugs.java:N)
                To see it again: Schedules.replay("0*4 1", body)""", withoutLines(failure.getMessage()));
        assertEquals(ReportTest.class.getName(), frameOfTest(failure));
    }

    private static String withoutLines(String text) {
        return text.replaceAll("\\.java:\\d+\\)", ".java:N)");
    }

    /**
     * Not lines of libraries that call back what the program gives them, even without a frame of the program's in
     * between.
     */
    @Test
    void places_areLinesOfTheProgram_alsoBehindVavrAndJUnit() {
        Interleaving run = Schedule.PLAIN.replay(() -> {
            Chan<Integer> c = chan(2);
            Option.of(1).forEach(c::send);
            assertDoesNotThrow(c::len);
            assertThrows(ChannelException.class, () -> List.of(c, c).forEach(Chan::close));
        });
        String here = "ReportTest.places_areLinesOfTheProgram_alsoBehindVavrAndJUnit(ReportTest.java:N)";
        assertEquals(
                List.of(here, here, here, here, ""),
                run.places().stream().map(ReportTest::withoutLines).toList());
    }

    /** The line is the program's, whatever there is of the library and of the JDK in between. */
    @Test
    void places_areLinesOfTheProgram() {
        int[] lines = new int[2];
        Interleaving run = Schedule.PLAIN.replay(() -> {
            Chan<Integer> c = chan(3);
            lines[0] = line() + 1;
            List.of(1, 2).forEach(c::send);
            WaitGroup wg = new WaitGroup();
            lines[1] = line() + 1;
            wg.go("inner", () -> new Mutex().locked(c::close));
            wg.await();
        });
        String here = "ReportTest.places_areLinesOfTheProgram(ReportTest.java:";
        List<String> places = run.places();
        for (int i = 0; i < places.size(); i++) {
            String step = run.steps().get(i);
            if (step.contains(" sends on ")) {
                assertEquals(here + lines[0] + ")", places.get(i));
            } else if (step.contains("\"inner\"") && !step.contains(" ends") && !step.contains(" says done ")) {
                assertEquals(here + lines[1] + ")", places.get(i));
            } else if (step.contains(" returns") || step.contains(" ends")) {
                assertEquals("", places.get(i));
            }
        }
        assertEquals(
                2,
                places.stream()
                        .filter(place -> place.endsWith(":" + lines[0] + ")"))
                        .count());
        assertTrue(
                places.stream()
                                .filter(place -> place.endsWith(":" + lines[1] + ")"))
                                .count()
                        >= 4,
                run::toString);
        assertThrows(IllegalArgumentException.class, () -> new Interleaving(run.schedule(), run.steps(), List.of()));
    }

    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
    }

    private static String frameOfTest(Throwable failure) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().endsWith("Test")) {
                return frame.getClassName();
            }
        }
        return "";
    }

    @Test
    void whoAwaitsACondition_isShownSo() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> Schedule.PLAIN.run(() -> {
                    Mutex m = new Mutex();
                    m.lock();
                    new Cond(m).await();
                }));
        assertTrue(failure.getMessage().contains("[sync.Cond.Wait]: awaits Cond#1  at"), failure::getMessage);
    }

    /** It is not shown as waiting for the context, or for what a select has tried before it waits. */
    @Test
    void whoWaitsWithAContext_orForEvents_isShownWithWhatItHasCalled() {
        assertTrue(deadlock(() -> chan().recv(endless())).contains("[chan receive]: receives from Chan#1  at"));
        assertTrue(deadlock(() -> chan().send(1, endless())).contains("[chan send]: sends on Chan#1  at"));
        assertTrue(deadlock(() -> {
                    Mutex m = new Mutex();
                    m.lock();
                    m.lock(endless());
                })
                .contains("[sync.Mutex.Lock]: locks Mutex#1  at"));
        assertTrue(deadlock(() -> {
                    Mutex m = new Mutex();
                    m.lock();
                    Go.select().on(m.lockEvent(), () -> {}).run();
                })
                .contains("[select]: selects: wait for Mutex#1  at"));
        String nobodyEnds = deadlock(() -> go(() -> Go.nilChan().recv()).join());
        assertTrue(nobodyEnds.contains(": receives from the nil channel  at"), nobodyEnds);
        assertTrue(nobodyEnds.contains("[chan receive]: receives from Chan#1 (end of goroutine 2)  at"), nobodyEnds);
    }

    /** It is not shown how many ran in it then. */
    @Test
    void whoWaitsForAScopeOrAGroup_isShownSo() {
        String scope = deadlock(() -> {
            try (Scope tasks = Scope.open()) {
                tasks.go(() -> Go.nilChan().recv());
                tasks.join();
            }
        });
        assertTrue(scope.contains("[chan receive]: receives from Chan#1 (Scope)  at"), scope);
        String group = deadlock(() -> {
            ErrGroup tasks = new ErrGroup();
            tasks.go(() -> Go.nilChan().recv());
            tasks.await();
        });
        assertTrue(group.contains("[chan receive]: receives from Chan#1 (ErrGroup)  at"), group);
    }

    private static Context endless() {
        return Context.withCancel(Context.background());
    }

    private static String deadlock(Body body) {
        ScheduleFailure failure = assertThrows(ScheduleFailure.class, () -> Schedule.PLAIN.run(body));
        assertInstanceOf(DeadlockException.class, failure.getCause());
        return failure.getMessage();
    }

    /** The JVM's numbers differ, as channels have been made before. */
    @Test
    void deadlockThatIsTheCause_hasTheNumbersOfTheSteps() {
        Go.chan();
        Body body = () -> {
            Chan<Integer> c = Go.chan();
            go("child", c::recv);
            Go.chan().send(1);
        };
        for (ScheduleFailure failure : List.of(
                assertThrows(ScheduleFailure.class, () -> Schedule.PLAIN.run(body)),
                assertThrows(ScheduleFailure.class, () -> Schedules.explore(new RandomPolicy(1), 1, body)))) {
            assertTrue(failure.getMessage().contains("goroutine 1 \"main\" sends on Chan#1 "), failure::getMessage);
            DeadlockException deadlock = assertInstanceOf(DeadlockException.class, failure.getCause());
            String main = deadlock.goroutines().get().goroutines().get(0).waitsOn();
            assertEquals("Chan#1 (len 0, cap 0)", main);
            assertTrue(deadlock.dump().contains("on Chan#2 (len 0, cap 0)"), deadlock::dump);
            assertTrue(deadlock.getMessage().endsWith("\n\n" + deadlock.dump()), deadlock::getMessage);
            assertTrue(deadlock.getStackTrace().length > 0);
        }
    }

    @Test
    void leakThatIsTheCause_hasTheNumbersOfTheSteps() {
        Go.chan();
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(new RandomPolicy(1)).withFailsOnLeaks(true).explore(() -> {
                    Chan<Integer> c = Go.chan();
                    go("child", c::recv);
                }));
        LeakException leak = assertInstanceOf(LeakException.class, failure.getCause());
        assertTrue(leak.dump().contains("on Chan#1 ("), leak::dump);
        assertTrue(leak.getMessage().endsWith(leak.dump()), leak::getMessage);
    }

    @Test
    void timers_areShownWithTheClock() {
        Interleaving run = Schedule.PLAIN.replay(() -> sleep(Duration.ofMinutes(90)));
        assertEquals(
                "goroutine 1 \"main\" sleeps: parks [sleep] for 1h30m",
                run.steps().get(0));
        assertEquals(
                "the clock goes on to 1h30m: wakes goroutine 1 \"main\"",
                run.steps().get(1));
    }
}
