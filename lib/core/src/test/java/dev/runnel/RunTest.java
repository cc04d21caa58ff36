package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a run ends; P46, P47, TestPanicRace. */
class RunTest {

    private static GoroutineFailedException failureOf(int procs, Body main) {
        return assertThrows(GoroutineFailedException.class, () -> Go.run(Runtimes.withProcs(procs), main));
    }

    /** The platform threads of runtimes other than the default one, which are known before. */
    static List<String> runnelThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.isAlive() && !t.isVirtual() && t.getName().startsWith("runnel-"))
                .filter(t -> !t.getName().equals("runnel-net")) // the JVM's, and of tests before
                .map(t -> t.getName() + "@" + t.threadId())
                .sorted()
                .toList();
    }

    /** Burns processor time for much more than a time slice; less if told so. As many as there are carriers hold up all. */
    private static void hog(AtomicBoolean stop) {
        long until = System.nanoTime() + 50_000_000;
        while (!stop.get() && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }

    // ---------------------------------------------------------------- main returns (P46)

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_mainReturns_returns(int procs) {
        AtomicBoolean ran = new AtomicBoolean();
        Go.run(Runtimes.withProcs(procs), () -> ran.set(true));
        assertTrue(ran.get());
    }

    @Test
    void run_defaultConfig_runs() {
        AtomicInteger sum = new AtomicInteger();
        Go.run(() -> {
            Chan<Integer> c = chan();
            go(() -> c.send(41));
            sum.set(c.recv().get() + 1);
        });
        assertEquals(42, sum.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_mainReturns_leavesNoThread(int procs) {
        List<String> before = runnelThreads();
        Go.run(Runtimes.withProcs(procs), () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 20; i++) {
                go(() -> chan().recv());
                go(() -> c.send(1));
            }
            for (int i = 0; i < 20; i++) {
                c.recv();
            }
        });
        assertEquals(before, runnelThreads());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_carriersWereReplaced_leavesNoThread(int procs) {
        List<String> before = runnelThreads();
        Go.run(Runtimes.withProcs(procs), () -> {
            AtomicBoolean stop = new AtomicBoolean();
            Chan<Integer> c = chan();
            for (int i = 0; i < procs; i++) {
                go(() -> {
                    hog(stop);
                    c.send(1);
                });
            }
            Go.gosched();
            stop.set(true);
            for (int i = 0; i < procs; i++) {
                c.recv();
            }
        });
        assertEquals(before, runnelThreads());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_mainReturnsWhileAHogRuns_leavesNoThread(int procs) {
        List<String> before = runnelThreads();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        Go.run(Runtimes.withProcs(procs), () -> {
            Chan<Integer> begun = chan();
            go(() -> {
                begun.send(1);
                hog(stop);
                ended.set(true);
            });
            begun.recv();
            Go.gosched();
            stop.set(true);
        });
        assertTrue(ended.get());
        assertEquals(before, runnelThreads());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_mainReturns_othersAreCutOff(int procs) {
        AtomicInteger after = new AtomicInteger();
        Runtimes.run(procs, () -> {
            Chan<Integer> begun = chan();
            Chan<Integer> never = chan();
            for (int i = 0; i < 10; i++) {
                go(() -> {
                    begun.send(1);
                    never.recv();
                    after.incrementAndGet();
                });
            }
            for (int i = 0; i < 10; i++) {
                begun.recv();
            }
        });
        assertEquals(0, after.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_mainReturnsWhileOthersAreBlockedInTheJdk_isNoFailure(int procs) {
        AtomicReference<Throwable> seen = new AtomicReference<>();
        Go.run(Runtimes.withProcs(procs), () -> {
            Chan<Integer> begun = chan();
            go(() -> {
                begun.send(1);
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    seen.set(e);
                    throw e;
                }
            });
            begun.recv();
        });
        assertTrue(seen.get() instanceof InterruptedException, () -> "seen: " + seen.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void run_mainReturnsWhileOthersWaitForAConnection_isNoFailure(int procs) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Go.run(Runtimes.withProcs(procs), () -> {
                Chan<Integer> begun = chan();
                go(() -> {
                    begun.send(1);
                    server.accept().close();
                });
                begun.recv();
            });
        }
    }

    @Test
    void run_mainReturnsWhileAnotherWaitsForAFuture_isNoFailure() {
        CompletableFuture<Integer> never = new CompletableFuture<>();
        Go.run(Runtimes.withProcs(2), () -> {
            Chan<Integer> begun = chan();
            go(() -> {
                begun.send(1);
                try {
                    never.get();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("wrapped", e);
                }
            });
            begun.recv();
        });
        assertFalse(never.isDone());
    }

    @Test
    void run_many_oneAfterTheOther() {
        List<String> before = runnelThreads();
        for (int i = 0; i < 100; i++) {
            int n = i;
            Runtimes.run(1 + i % 4, () -> {
                Chan<Integer> c = chan();
                go(() -> c.send(n));
                assertEquals(n, c.recv().get());
            });
        }
        assertEquals(before, runnelThreads());
    }

    @Test
    void run_nested_eachHasItsOwnGoroutines() {
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan(1);
            go(() -> Runtimes.run(2, () -> {
                assertEquals(1, Go.current().get().id());
                assertEquals(1, Go.numGoroutine());
                c.send(1);
            }));
            c.recv();
        });
    }

    @Test
    void run_twiceOnOneRuntime_fails() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1))) {
            runtime.run(() -> {});
            assertThrows(IllegalStateException.class, () -> runtime.run(() -> {}));
            assertThrows(RuntimeClosedException.class, () -> runtime.go(() -> {}));
        }
    }

    @Test
    void run_null_fails() {
        assertThrows(NullPointerException.class, () -> Go.run(null));
        Runtimes.run(1, () -> assertThrows(NullPointerException.class, () -> go(null)));
    }

    @Test
    void run_callerInterrupted_runsToTheEndAndKeepsTheStatus() {
        Thread.currentThread().interrupt();
        AtomicBoolean ended = new AtomicBoolean();
        Runtimes.run(2, () -> {
            Go.sleep(java.time.Duration.ofMillis(1));
            ended.set(true);
        });
        assertTrue(Thread.interrupted());
        assertTrue(ended.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_whatGoroutinesDid_isVisibleAfterwards(int procs) {
        int[] plain = new int[1];
        Runtimes.run(procs, () -> {
            Chan<Void> done = chan();
            go(() -> {
                plain[0] = 42;
                done.close();
            });
            done.recv();
        });
        assertEquals(42, plain[0]);
    }

    // ---------------------------------------------------------------- failures (P47)

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
            throw RunTest.<RuntimeException>sneaky(thrown);
        });
        assertSame(thrown, failed.getCause());
        assertTrue(failed.getMessage().startsWith("goroutine 1 \"main\" failed: " + thrown), failed.getMessage());
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
                    throw RunTest.<RuntimeException>sneaky(thrown);
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
        List<String> before = runnelThreads();
        failureOf(procs, () -> {
            for (int i = 0; i < 10; i++) {
                go(() -> chan().recv());
            }
            go(() -> {
                throw new IllegalStateException();
            });
            chan().recv();
        });
        assertEquals(before, runnelThreads());
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

    /** Each failure dumps all goroutines, and so suspends their threads while they are woken, and granted Ps. */
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
}
