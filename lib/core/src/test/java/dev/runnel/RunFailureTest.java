package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that ends because a goroutine fails: P46, P47, P48, TestPanicRace. */
class RunFailureTest {

    private static GoroutineFailedException failureOf(int procs, Body main) {
        return assertThrows(GoroutineFailedException.class, () -> Go.run(Runtimes.withProcs(procs), main));
    }

    static List<Throwable> failures() {
        return List.of(
                new IllegalArgumentException("unchecked"),
                new IOException("checked"),
                new AssertionError("error"),
                new StackOverflowError("grave error"),
                new InterruptedException("of its own making"),
                new Throwable("neither"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void run_mainFails_reportsTheCause(Throwable thrown) {
        GoroutineFailedException failed = failureOf(2, () -> {
            throw RunFailureTest.<RuntimeException>sneaky(thrown);
        });
        assertSame(thrown, failed.getCause());
        assertTrue(failed.getMessage().startsWith("goroutine 1 \"main\" failed: " + thrown), failed.getMessage());
    }

    @Test
    void run_itsRunWithinFails_tellsTheGoroutinesOfThatOnceOnly() {
        GoroutineFailedException failed = failureOf(
                2,
                () -> Go.run(() -> {
                    go("within", () -> chan().recv());
                    chan().send(1);
                }));
        DeadlockException within = assertInstanceOf(DeadlockException.class, failed.getCause());
        assertTrue(within.getMessage().contains("\"within\""), within.getMessage());
        String message = failed.getMessage();
        assertTrue(
                message.startsWith("goroutine 1 \"main\" failed: " + DeadlockException.class.getName()
                        + ": all goroutines are asleep - deadlock!\n\ngoroutine 1 \"main\""),
                message);
        assertFalse(message.contains("\"within\""), message);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void run_anotherGoroutineFails_reportsTheCauseAndAllGoroutines(Throwable thrown) {
        for (int procs : new int[] {1, 2, 4}) {
            AtomicBoolean unwound = new AtomicBoolean();
            GoroutineFailedException failed = failureOf(procs, () -> {
                Chan<Integer> c = chan();
                Chan<Void> mainWaits = chan();
                go(
                        "bystander",
                        () -> Go.select()
                                .recv(c, () -> {})
                                .recv(mainWaits, () -> {})
                                .run());
                go("culprit", () -> {
                    while (!Go.dump().contains("goroutine 1 \"main\" [chan send]")
                            || !Go.dump().contains("\"bystander\" [select]")) {
                        Go.gosched();
                    }
                    throw RunFailureTest.<RuntimeException>sneaky(thrown);
                });
                try {
                    Go.<Integer>chan().send(1);
                } finally {
                    unwound.set(true);
                }
            });
            assertSame(thrown, failed.getCause());
            assertTrue(failed.getMessage().contains("\"culprit\" failed: " + thrown), failed.getMessage());
            assertTrue(failed.getMessage().endsWith(failed.dump()), failed.getMessage());
            assertTrue(failed.dump().contains("goroutine 1 \"main\" [chan send]:"), failed.dump());
            assertTrue(failed.dump().contains("\"bystander\" [select]:"), failed.dump());
            assertTrue(failed.dump().contains("\"culprit\" ["), failed.dump());
            assertTrue(unwound.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_failure_runsTheFinallyBlocksOfTheCulprit(int procs) {
        StringBuffer order = new StringBuffer();
        failureOf(procs, () -> {
            go(() -> {
                try {
                    try {
                        throw new IllegalStateException();
                    } finally {
                        order.append("inner ");
                    }
                } finally {
                    order.append("outer");
                }
            });
            chan().recv();
        });
        assertEquals("inner outer", order.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_failure_leavesNoThread(int procs) {
        List<String> before = RunnelThreads.now();
        failureOf(procs, () -> {
            for (int i = 0; i < 10; i++) {
                go(() -> chan().recv());
            }
            go(() -> {
                throw new IllegalStateException();
            });
            chan().recv();
        });
        assertEquals(before, RunnelThreads.now());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_failureThatRacesMainsReturn_isNotSwallowed(int procs) {
        for (int round = 0; round < 50; round++) {
            IllegalStateException thrown = new IllegalStateException("round " + round);
            GoroutineFailedException failed = failureOf(procs, () -> {
                Chan<Integer> about = chan(1);
                go(() -> {
                    about.send(1);
                    throw thrown;
                });
                about.recv();
            });
            assertSame(thrown, failed.getCause());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_failureInFinallyWhileMainReturns_isReported(int procs) {
        IllegalStateException thrown = new IllegalStateException("in finally");
        GoroutineFailedException failed = failureOf(procs, () -> {
            Chan<Integer> begun = chan();
            go("unlucky", () -> {
                try {
                    begun.send(1);
                    chan().recv();
                } finally {
                    LockSupport.parkNanos(1);
                    fail(thrown);
                }
            });
            begun.recv();
        });
        assertSame(thrown, failed.getCause());
        assertTrue(failed.getMessage().contains("\"unlucky\" failed"), failed.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_severalFail_firstIsTheCauseAndOthersAreSuppressed(int procs) {
        IllegalStateException first = new IllegalStateException("first");
        IllegalStateException second = new IllegalStateException("second, while unwinding");
        GoroutineFailedException failed = failureOf(procs, () -> {
            Chan<Integer> begun = chan();
            go(() -> {
                try {
                    begun.send(1);
                    chan().recv();
                } finally {
                    fail(second);
                }
            });
            begun.recv();
            throw first;
        });
        assertSame(first, failed.getCause());
        assertEquals(List.of(second), List.of(failed.getSuppressed()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_allFailAtOnce_noneIsLost(int procs) {
        GoroutineFailedException failed = failureOf(procs, () -> {
            Chan<Integer> begun = chan();
            Chan<Void> start = chan();
            for (int i = 0; i < 20; i++) {
                go(() -> {
                    try {
                        begun.send(1);
                        start.recv();
                    } finally {
                        fail(new IllegalStateException());
                    }
                });
            }
            for (int i = 0; i < 20; i++) {
                begun.recv();
            }
            start.close();
            chan().recv();
        });
        assertNotNull(failed.getCause());
        assertEquals(19, failed.getSuppressed().length);
    }

    /** Each failure dumps all goroutines, and so suspends their threads while they are woken and granted Ps. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_failsAgainAndAgain_noWakeUpIsLost(int procs) {
        for (int round = 0; round < 200; round++) {
            GoroutineFailedException failed = failureOf(procs, () -> {
                Chan<Integer> begun = chan();
                Chan<Void> start = chan();
                for (int i = 0; i < 10; i++) {
                    go(() -> {
                        begun.send(1);
                        start.recv();
                        throw new IllegalStateException();
                    });
                }
                for (int i = 0; i < 10; i++) {
                    begun.recv();
                }
                start.close();
                chan().recv();
            });
            assertNotNull(failed.getCause());
        }
    }

    @Test
    void run_sameExceptionThrownTwice_isReported() {
        IllegalStateException shared = new IllegalStateException("thrown by two");
        GoroutineFailedException failed = failureOf(2, () -> {
            Chan<Integer> begun = chan();
            Chan<Void> start = chan();
            for (int i = 0; i < 2; i++) {
                go(() -> {
                    try {
                        begun.send(1);
                        start.recv();
                    } finally {
                        fail(shared);
                    }
                });
            }
            begun.recv();
            begun.recv();
            start.close();
            chan().recv();
        });
        assertSame(shared, failed.getCause());
    }

    @Test
    void run_caughtFailure_isNone() {
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan();
            go(() -> {
                try {
                    throw new IllegalStateException();
                } catch (IllegalStateException e) {
                    c.send(1);
                }
            });
            assertEquals(1, c.recv().get());
        });
    }

    private static void fail(RuntimeException thrown) {
        throw thrown;
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X sneaky(Throwable thrown) throws X {
        throw (X) thrown;
    }

    /** Which of several runs it was is told by the stack of the exception itself; its cause has the goroutine's. */
    @Test
    void run_thatFails_throwsWithTheStackOfItsCaller() {
        assertCallerIsThere(assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    throw new IllegalStateException("no");
                })));
        assertCallerIsThere(assertThrows(
                DeadlockException.class, () -> Go.run(() -> Go.chan().recv())));
    }

    private static void assertCallerIsThere(Throwable thrown) {
        assertTrue(
                Stream.of(thrown.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("run_thatFails_throwsWithTheStackOfItsCaller")),
                () -> List.of(thrown.getStackTrace()).toString());
    }
}
