package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeClosedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;

/** Goroutines outside any run, and on a runtime of their own without a main. */
class DefaultRuntimeTest {

    @Test
    void go_outsideRun_runs() {
        Chan<Integer> c = chan();
        GoHandle g = go(() -> c.send(7));
        assertEquals(7, c.recv().get());
        g.join();
        assertTrue(g.hasEnded());
    }

    @Test
    void go_outsideRun_childrenAreThereToo() {
        CompletableFuture<Long> live = new CompletableFuture<>();
        Chan<Integer> c = chan();
        go(() -> go(() -> {
            live.complete(Go.numGoroutine());
            c.send(1);
        }));
        assertEquals(1, c.recv().get());
        assertTrue(live.join() >= 1);
    }

    @Test
    void observedCurrent_isThatOfTheGoroutine() {
        assertEquals("default", GoRuntime.observedCurrent().name());
        CompletableFuture<String> name = new CompletableFuture<>();
        go(() -> name.complete(GoRuntime.observedCurrent().name()));
        assertEquals("default", name.join());
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.run(() -> go(() -> assertSame(runtime.observed(), GoRuntime.observedCurrent()))
                    .join());
        }
        Go.run(() -> assertNotEquals("default", GoRuntime.observedCurrent().name()));
    }

    @Test
    void go_outsideRun_onlyDaemonThreads() {
        go(() -> {}).join();
        List<Thread> ours = Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("runnel-"))
                .toList();
        assertFalse(ours.isEmpty());
        assertTrue(ours.stream().allMatch(Thread::isDaemon), ours::toString);
    }

    @Test
    void go_outsideRun_idsAreNeverUsedAgain() {
        GoHandle a = go(() -> {});
        a.join();
        GoHandle b = go(() -> {});
        b.join();
        assertNotEquals(a.id(), b.id());
    }

    @Test
    void go_outsideRun_survivesRuns() {
        Chan<Integer> in = chan();
        Chan<Integer> out = chan();
        GoHandle echo = go(() -> in.forEach(out::send));
        for (int i = 0; i < 5; i++) {
            int n = i;
            in.send(n);
            assertEquals(n, out.recv().get());
            Runtimes.run(2, () -> {});
        }
        in.close();
        echo.join();
    }

    @Test
    void go_uncaughtException_goesToTheHandler() throws InterruptedException {
        for (Throwable thrown : List.of(new IllegalStateException(), new IOException(), new AssertionError())) {
            assertSame(
                    thrown,
                    uncaughtBy(() -> go(() -> {
                        throw DefaultRuntimeTest.<RuntimeException>sneaky(thrown);
                    })));
        }
        Chan<Integer> c = chan();
        go(() -> c.send(1));
        assertEquals(1, c.recv().get());
    }

    @Test
    void go_uncaughtExceptionOnOwnRuntime_goesToTheHandlerAndOthersRunOn() throws InterruptedException {
        IllegalStateException thrown = new IllegalStateException();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Integer> c = chan();
            GoHandle other = runtime.go(() -> c.recv());
            assertSame(
                    thrown,
                    uncaughtBy(() -> runtime.go(() -> {
                        throw thrown;
                    })));
            assertFalse(other.hasEnded());
            c.send(1);
            other.join();
        }
    }

    @Test
    void go_handlerOfTheGoroutinesThread_isUsed() throws InterruptedException {
        SynchronousQueue<Throwable> seen = new SynchronousQueue<>();
        IllegalStateException thrown = new IllegalStateException();
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.go(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> put(seen, e));
                throw thrown;
            });
            assertSame(thrown, seen.take());
        }
    }

    @Test
    void go_handlerFails_theGoroutineEndsAllTheSame() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            GoHandle g = runtime.go(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
                    throw new IllegalStateException("expected by this test", e);
                });
                throw new IllegalStateException("expected by this test, too");
            });
            g.join();
            Chan<Integer> c = chan();
            runtime.go(() -> c.send(1));
            assertEquals(1, c.recv().get());
        }
    }

    @Test
    void go_onAClosedRuntime_fails() {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1));
        runtime.close();
        RuntimeClosedException closed = assertThrows(RuntimeClosedException.class, () -> runtime.go(() -> {}));
        assertTrue(closed.getMessage().contains("closed"), closed.getMessage());
        assertThrows(RuntimeClosedException.class, () -> runtime.go("name", () -> {}));
        assertEquals(
                "a runtime runs one main goroutine, and only while it is open",
                assertThrows(IllegalStateException.class, () -> runtime.run(() -> {}))
                        .getMessage());
    }

    @Test
    void go_onAClosedRuntimeFromAnother_fails() {
        GoRuntime closed = new GoRuntime(Runtimes.withProcs(1));
        closed.close();
        Runtimes.run(2, () -> assertThrows(RuntimeClosedException.class, () -> closed.go(() -> {})));
    }

    @Test
    void go_fromAnotherRuntime_runsThere() {
        try (GoRuntime other = new GoRuntime(Runtimes.withProcs(2))) {
            Runtimes.run(2, () -> {
                Chan<Long> c = chan();
                other.go(() -> {
                    go(() -> c.send(Go.numGoroutine()));
                    Go.sleep(Duration.ofMillis(1));
                });
                c.recv();
                assertEquals(1, Go.numGoroutine());
            });
            assertEquals(2, other.stats().created());
        }
    }

    @Test
    void defaultStats_countsGoroutines() {
        long before = GoRuntime.defaultStats().created();
        go(() -> {}).join();
        assertTrue(GoRuntime.defaultStats().created() > before);
    }

    private static Throwable uncaughtBy(Runnable start) throws InterruptedException {
        SynchronousQueue<Throwable> seen = new SynchronousQueue<>();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> put(seen, e));
        try {
            start.run();
            return seen.take();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private static void put(SynchronousQueue<Throwable> queue, Throwable e) {
        try {
            queue.put(e);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> X sneaky(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
