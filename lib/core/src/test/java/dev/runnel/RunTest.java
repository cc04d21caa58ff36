package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeClosedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run and its end, when main returns: P7, P46, P81. */
class RunTest {

    /**
     * Burns processor time for much more than a time slice, or less if told so. As many of these as there are carriers
     * hold up everything.
     */
    private static void hog(AtomicBoolean stop) {
        long until = System.nanoTime() + 50_000_000;
        while (!stop.get() && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }

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
        List<String> before = RunnelThreads.now();
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
        assertEquals(before, RunnelThreads.now());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_carriersWereReplaced_leavesNoThread(int procs) {
        List<String> before = RunnelThreads.now();
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
        assertEquals(before, RunnelThreads.now());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void run_mainReturnsWhileAHogRuns_leavesNoThread(int procs) {
        List<String> before = RunnelThreads.now();
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
        assertEquals(before, RunnelThreads.now());
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
        List<String> before = RunnelThreads.now();
        for (int i = 0; i < 100; i++) {
            int n = i;
            Runtimes.run(1 + i % 4, () -> {
                Chan<Integer> c = chan();
                go(() -> c.send(n));
                assertEquals(n, c.recv().get());
            });
        }
        assertEquals(before, RunnelThreads.now());
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
            String words = "a runtime runs one main goroutine, and only while it is open";
            runtime.run(() -> assertEquals(
                    words,
                    assertThrows(IllegalStateException.class, () -> runtime.run(() -> {}))
                            .getMessage()));
            assertEquals(
                    words,
                    assertThrows(IllegalStateException.class, () -> runtime.run(() -> {}))
                            .getMessage());
            assertThrows(RuntimeClosedException.class, () -> runtime.go(() -> {}));
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void run_null_fails() {
        refusesNull("run of nil func value", () -> Go.run(null));
        refusesNull("run of nil func value", () -> Go.runInterruptibly(null));
        refusesNull("config", () -> Go.run(null, () -> {}));
        try (GoRuntime runtime = new GoRuntime()) {
            refusesNull("run of nil func value", () -> runtime.run(null));
            refusesNull("run of nil func value", () -> runtime.runInterruptibly(null));
        }
        Runtimes.run(1, () -> refusesNull("go of nil func value", () -> go(null)));
    }

    @Test
    @SuppressWarnings("NullAway")
    void sleep_null_fails() {
        refusesNull("the duration is null", () -> Go.sleep(null));
        refusesNull("the duration is null", () -> Go.sleepInterruptibly(null));
        refusesNull("the duration is null", () -> Go.after(null));
        refusesNull("the duration is null", () -> Go.tick(null));
    }

    private static void refusesNull(String told, Executable call) {
        assertEquals(told, assertThrows(NullPointerException.class, call).getMessage());
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
}
