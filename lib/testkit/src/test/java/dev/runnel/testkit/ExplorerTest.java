package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class ExplorerTest {

    private static final Explorer EXPLORER = new Explorer(new RandomPolicy(5)).withRuns(200);

    @Test
    void rightProgram_passes() {
        Exploration done = EXPLORER.explore(KnownBugs::benign);
        assertEquals(200, done.runs());
        assertTrue(done.steps() > 200 * 20, done.toString());
    }

    @Test
    void bodyThatMakesARuntimeOfItsOwn_isToldThatNothingWasSeen() {
        for (Body body : List.<Body>of(ExplorerTest::runsItself, ExplorerTest::makesARuntime)) {
            IllegalStateException told = assertThrows(
                    IllegalStateException.class, () -> EXPLORER.withRuns(2).explore(body));
            assertTrue(told.getMessage().contains("a runtime of its own"), told::getMessage);
            IllegalStateException again = assertThrows(IllegalStateException.class, () -> Schedule.PLAIN.run(body));
            assertEquals(told.getMessage(), again.getMessage());
        }
    }

    @Test
    void bodyThatMakesARuntimeBesideItsOwnCalls_passes() {
        Exploration done = EXPLORER.withRuns(2).explore(() -> {
            runsItself();
            chan(1).send(1);
        });
        assertTrue(done.steps() > 0, done.toString());
    }

    @Test
    void bodyWithoutCalls_passes() {
        assertEquals(new Exploration(2, 0, false), EXPLORER.withRuns(2).explore(() -> {}));
    }

    private static void runsItself() {
        run(() -> chan(1).send(1));
    }

    private static void makesARuntime() {
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.run(() -> chan(1).send(1));
        }
    }

    @Test
    void leftGoroutine_failsOnlyIfAskedFor() {
        EXPLORER.explore(ExplorerTest::leavesOne);
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class, () -> EXPLORER.withFailsOnLeaks(true).explore(ExplorerTest::leavesOne));
        LeakException leak = assertInstanceOf(LeakException.class, failure.getCause());
        assertTrue(leak.dump().contains("goroutine 2 \"left\" [chan send]"), leak.dump());
        assertTrue(leak.dump().contains("created by goroutine 1"), leak.dump());
        assertTrue(failure.getMessage().contains("  on Chan#1 (len 0, cap 0)"), failure::getMessage);
        assertTrue(failure.getMessage().contains("\nschedule \""), failure::getMessage);
        assertFalse(failure.getMessage().contains("\n\nschedule \""), failure::getMessage);
    }

    @Test
    void replay_hasTheSettingsThatTheFailureNeeds() {
        ScheduleFailure leak = assertThrows(
                ScheduleFailure.class, () -> EXPLORER.withFailsOnLeaks(true).explore(ExplorerTest::leavesOne));
        assertEquals(
                "To see it again: new Explorer(new ReplayPolicy(Schedule.parse(\"\"))).withFailsOnLeaks(true).explore(body)",
                lastLine(leak));
        ScheduleFailure both = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.withSteps(2).withFailsOnLeaks(true).explore(ExplorerTest::leavesOne));
        assertEquals(
                "To see it again: new Explorer(new ReplayPolicy(Schedule.parse(\"\"))).withSteps(2).withFailsOnLeaks(true).explore(body)",
                lastLine(both));
        boolean otherwise = !EXPLORER.checksRuntime();
        ScheduleFailure checked = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.withChecksRuntime(otherwise).explore(() -> fail("always")));
        assertEquals(
                "To see it again: new Explorer(new ReplayPolicy(Schedule.parse(\"\"))).withChecksRuntime(" + otherwise
                        + ").explore(body)",
                lastLine(checked));
        assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(new ReplayPolicy(Schedule.parse("")))
                        .withSteps(2)
                        .withFailsOnLeaks(true)
                        .explore(ExplorerTest::leavesOne));
    }

    private static String lastLine(ScheduleFailure failure) {
        return failure.getMessage().lines().toList().getLast();
    }

    private static void leavesOne() {
        Chan<Integer> c = chan();
        go("left", () -> c.send(1));
        gosched();
    }

    @Test
    void goroutinesThatAreAboutToEnd_areNoLeak() {
        EXPLORER.withFailsOnLeaks(true).explore(() -> {
            Chan<Integer> c = chan();
            go(() -> {
                c.send(1);
                gosched();
                gosched();
            });
            c.recv();
        });
    }

    @Test
    void failureOfAnyGoroutine_isTheCause() {
        assertInstanceOf(IOException.class, causeOf(() -> {
            go(() -> {
                throw new IOException("checked");
            });
            Chan<Integer> never = chan();
            never.recv();
        }));
        assertInstanceOf(ChannelException.CloseOfClosed.class, causeOf(() -> {
            Chan<Integer> c = chan();
            c.close();
            c.close();
        }));
        assertInstanceOf(StackOverflowError.class, causeOf(ExplorerTest::forEver));
    }

    private static Throwable causeOf(dev.runnel.scheduler.Body body) {
        return assertThrows(ScheduleFailure.class, () -> EXPLORER.explore(body)).getCause();
    }

    private static void forEver() {
        forEver();
    }

    @Test
    void programThatDoesNotFailAgain_isSaidToBeUnrepeatable() {
        AtomicInteger runs = new AtomicInteger();
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.explore(() -> {
                    if (runs.incrementAndGet() == 3) {
                        fail("only once");
                    }
                }));
        assertTrue(failure.getMessage().contains("not repeatable"), failure::getMessage);
        assertTrue(failure.getMessage().contains("only once"), failure::getMessage);
    }

    /** In what is said of the last run, its channel has that run's number. */
    @Test
    void programThatFailsOtherwise_isSaidToBeUnrepeatable_withBothFailures() {
        AtomicInteger runs = new AtomicInteger();
        String message = assertThrows(
                        ScheduleFailure.class,
                        () -> EXPLORER.explore(() -> {
                            chan();
                            Chan<Integer> second = chan(1);
                            second.send(1);
                            if (runs.incrementAndGet() == 1) {
                                throw new IllegalStateException("first");
                            }
                            throw new IllegalArgumentException("then " + second);
                        }))
                .getMessage();
        assertTrue(message.startsWith("java.lang.IllegalStateException: first\n"), message);
        assertTrue(
                message.contains("the program then failed so: java.lang.IllegalArgumentException: then Chan#1 ("),
                message);
        assertTrue(message.contains("; the last run:\n   1. goroutine 1 \"main\" sends on Chan#1 ("), message);
    }

    @Test
    void longRun_isShownFromBothEnds() {
        String message = assertThrows(
                        ScheduleFailure.class,
                        () -> Schedule.PLAIN.run(() -> {
                            for (int i = 0; i < 250; i++) {
                                chan().len(); // another channel each time, and so another step
                            }
                            fail("at the end");
                        }))
                .getMessage();
        List<String> lines = message.lines().toList();
        int left = Integer.parseInt(message.replaceAll("(?s).* \\.\\.\\. (\\d+) more lines .*", "$1"));
        List<String> steps = lines.stream()
                .filter(line -> line.matches(" *\\d+\\. goroutine 1 .*"))
                .toList();
        assertEquals(251, steps.size() + left, message);
        assertEquals(
                steps.size() / 2,
                steps.indexOf(steps.stream()
                        .filter(line -> line.contains(steps.size() / 2 + 1 + left + ". "))
                        .findFirst()
                        .orElseThrow()));
        assertTrue(steps.getFirst().startsWith("   1. "), message);
        assertTrue(steps.getLast().startsWith(" 251. "), message);
    }

    @Test
    void assumptionThatFailsUnderAShorterSchedule_doesNotHideTheFailure() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(new ReplayPolicy(Schedule.parse("0*3 1 1"))).explore(() -> {
                    KnownBugs.lostUpdateAroundAChannel();
                    throw new TestAbortedException("is not applicable");
                }));
        assertInstanceOf(AssertionFailedError.class, failure.getCause());
    }

    @Test
    void failureOfAPicker_comesOutAsItIs() {
        for (int first = 0; first < 4; first++) {
            IllegalStateException thrown = new IllegalStateException("of the policy");
            assertSame(thrown, assertThrows(Throwable.class, failing(first, thrown)));
        }
        // which a future, on which the caller waits, takes for its own
        for (RuntimeException thrown : List.of(
                new CompletionException(new IOException("of the policy")),
                new CancellationException("of the policy"))) {
            assertSame(thrown, assertThrows(Throwable.class, failing(0, thrown)));
        }
    }

    private static Executable failing(int first, RuntimeException thrown) {
        return () -> {
            int[] decisions = {0};
            Picker picker = decision -> {
                if (decisions[0]++ == first) {
                    throw thrown;
                }
                return 1;
            };
            new Explorer(() -> List.of(picker).iterator()).explore(KnownBugs::deadlockOfTwoLocks);
        };
    }

    @Test
    void policyThatCannotSayWhatItIs_doesNotHideTheFailure() {
        Policy nameless = new Policy() {
            @Override
            public Iterator<Picker> pickers() {
                return new ReplayPolicy(Schedule.PLAIN).pickers();
            }

            @Override
            public String toString() {
                throw new UnsupportedOperationException("no text");
            }
        };
        IllegalStateException thrown = new IllegalStateException("of the program");
        ScheduleFailure told = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(nameless).explore(() -> {
                    throw thrown;
                }));
        assertSame(thrown, told.getCause());
        assertTrue(
                told.getMessage()
                        .contains("found in run 1 of " + nameless.getClass().getName() + " (its text failed: "
                                + "java.lang.UnsupportedOperationException: no text), 0 picks long"),
                told::getMessage);
    }

    @Test
    void failureThatCannotSayWhereItWas_isToldAllTheSame() {
        for (StackTraceElement[] stack : new StackTraceElement[][] {null, {null}}) {
            RuntimeException thrown = new RuntimeException("of the program") {
                private static final long serialVersionUID = 1;

                @Override
                public StackTraceElement[] getStackTrace() {
                    return Objects.requireNonNull(stack, "no stack");
                }
            };
            ScheduleFailure told = assertThrows(
                    ScheduleFailure.class,
                    () -> EXPLORER.explore(() -> {
                        throw thrown;
                    }));
            assertSame(thrown, told.getCause());
            Sameness.tellApart(told); // as if it had been found in a property of jqwik's
        }
    }

    /** Who waits in the run has nothing to do with it. */
    @Test
    void deadlockThatTheProgramThrows_isNotThatOfTheRun() {
        DeadlockException mine = new DeadlockException("all goroutines are asleep - deadlock!", "another runtime's");
        ScheduleFailure told = assertThrows(
                ScheduleFailure.class,
                () -> EXPLORER.explore(() -> {
                    go("innocent", () -> chan().recv());
                    gosched();
                    throw mine;
                }));
        assertSame(mine, told.getCause());
        assertTrue(
                told.getMessage().startsWith("all goroutines are asleep - deadlock!\nschedule \""), told::getMessage);
    }

    /** A run may stand still after a failure was found, which is not to be lost then. */
    @Test
    void standstill_tellsInWhichRun() {
        List<String> told = new ArrayList<>();
        assertThrows(
                ScheduleFailure.class,
                () -> Driver.call(driver -> EXPLORER.withShrinks(1).explore(driver, () -> {
                    told.add(driver.whatIsRun());
                    Chan<Integer> c = chan(1);
                    go(() -> c.send(1));
                    c.recv();
                    if (told.size() > 1) {
                        throw new IllegalStateException("mine");
                    }
                })));
        String found = told.get(2).replaceAll("under schedule \".*\"", "under schedule S");
        assertEquals(
                List.of("run 1 of new RandomPolicy(5)", "run 2 of new RandomPolicy(5)"),
                told.subList(0, 2),
                told::toString);
        assertEquals(
                "a run to shrink what was found in run 2 of new RandomPolicy(5): \"java.lang.IllegalStateException: mine\", under schedule S",
                found);
        told.clear();
        Schedule some = Schedule.of(0, 1);
        Driver.call(driver -> EXPLORER.replay(driver, some, () -> told.add(driver.whatIsRun())));
        assertEquals(List.of("the run of schedule \"0 1\""), told);
    }

    @Test
    void explorationWithinARun_isRefused() {
        for (Body body : List.<Body>of(
                () -> Schedules.check(KnownBugs::benign),
                () -> Schedules.replay("0", KnownBugs::benign),
                () -> go(() -> Schedules.check(KnownBugs::benign)).join())) {
            ScheduleFailure told = assertThrows(ScheduleFailure.class, () -> EXPLORER.explore(body));
            assertEquals(
                    "Schedules within a run of Schedules, which chooses nothing there: call what is to run without it",
                    told.getCause().getMessage());
        }
    }

    @Test
    void exploration_mayBeStartedInABubble() {
        Bubble.run(() -> assertEquals(200, EXPLORER.explore(KnownBugs::benign).runs()));
    }

    @Test
    void exploration_mayBeStartedByAGoroutine() {
        Go.run(() -> assertEquals(200, EXPLORER.explore(KnownBugs::benign).runs()));
    }

    @Test
    void interruptOfTheCaller_endsTheExplorationAndIsKept() {
        Thread caller = Thread.currentThread();
        Exploration done = EXPLORER.withRuns(Integer.MAX_VALUE).explore(caller::interrupt);
        assertTrue(Thread.interrupted());
        assertTrue(!done.complete());
    }

    /** Even if the policy has no more: one that is interrupted is not told that everything was explored. */
    @Test
    void interruptOfTheCaller_duringTheLastRun_leavesItIncomplete() {
        Explorer once = new Explorer(new ReplayPolicy(Schedule.PLAIN));
        assertTrue(once.explore(() -> {}).complete());
        Thread caller = Thread.currentThread();
        Exploration done = once.explore(() -> {
            caller.interrupt();
            while (caller.isInterrupted() || caller.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // until it has seen the interrupt, and waits again
            }
        });
        assertTrue(Thread.interrupted());
        assertEquals(1, done.runs());
        assertFalse(done.complete());
    }

    @Test
    void badProperty_isSaidEachTime() {
        String before = System.getProperty("runnel.procs");
        System.setProperty("runnel.procs", "many");
        try {
            for (int i = 0; i < 2; i++) {
                String message = assertThrows(IllegalArgumentException.class, () -> Schedules.check(KnownBugs::benign))
                        .getMessage();
                assertTrue(message.contains("many"), message);
            }
        } finally {
            if (before == null) {
                System.clearProperty("runnel.procs");
            } else {
                System.setProperty("runnel.procs", before);
            }
        }
    }

    @Test
    void explorationWithoutARun_isNoPass() {
        Thread.currentThread().interrupt();
        IllegalStateException interrupted =
                assertThrows(IllegalStateException.class, () -> Schedules.check(KnownBugs::benign));
        assertTrue(Thread.interrupted());
        assertEquals("no run was made: the caller is interrupted", interrupted.getMessage());
        IllegalStateException none = assertThrows(
                IllegalStateException.class, () -> Schedules.explore(Collections::emptyIterator, 5, KnownBugs::benign));
        assertEquals("no run was made: the policy has no schedule", none.getMessage());
    }
}
