package dev.runnel;

import static dev.runnel.Closing.await;
import static dev.runnel.Closing.closeMeanwhile;
import static dev.runnel.Closing.counted;
import static dev.runnel.Closing.join;
import static dev.runnel.Closing.runtime;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.RuntimeClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who closes a runtime, when, and what is refused from then on. */
class CloseTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_byOneOfItsGoroutines_endsAllOfThem(int procs) {
        List<String> before = RunnelThreads.now();
        AtomicInteger unwound = new AtomicInteger();
        AtomicBoolean returned = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        Chan<Integer> c = chan();
        for (int i = 0; i < 10; i++) {
            runtime.go(() -> counted(unwound, c::recv));
        }
        GoHandle closer = runtime.go(() -> counted(unwound, () -> {
            runtime.close();
            returned.set(true);
            c.recv();
        }));
        closer.join();
        runtime.close();
        assertTrue(returned.get());
        assertTrue(unwound.get() >= 1 && unwound.get() <= 11);
        assertEquals(0, runtime.stats().goroutines());
        assertEquals(before, RunnelThreads.now());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_duringRun_endsTheRun(int procs) {
        AtomicInteger unwound = new AtomicInteger();
        GoRuntime runtime = runtime(procs);
        runtime.run(() -> counted(unwound, () -> {
            go(runtime::close);
            chan().recv();
        }));
        assertEquals(1, unwound.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_byMain_endsTheRun(int procs) {
        AtomicInteger unwound = new AtomicInteger();
        GoRuntime runtime = runtime(procs);
        runtime.run(() -> counted(unwound, () -> {
            runtime.close();
            unwound.incrementAndGet();
            Go.gosched();
            unwound.set(100);
        }));
        assertEquals(2, unwound.get());
    }

    @Test
    void close_byAGoroutineOfAnother_waits() {
        AtomicInteger unwound = new AtomicInteger();
        Runtimes.run(2, () -> {
            GoRuntime other = runtime(2);
            CountDownLatch begun = new CountDownLatch(1);
            other.go(() -> counted(unwound, () -> {
                begun.countDown();
                chan().recv();
            }));
            begun.await();
            other.close();
            assertEquals(1, unwound.get());
        });
    }

    @Test
    void close_twice_isHarmless() {
        GoRuntime runtime = runtime(2);
        runtime.go(() -> chan().recv());
        runtime.close();
        runtime.close();
        assertEquals(0, runtime.stats().goroutines());
    }

    @Test
    void close_bySeveralAtOnce_allWait() {
        for (int round = 0; round < 20; round++) {
            GoRuntime runtime = runtime(2);
            AtomicInteger unwound = new AtomicInteger();
            CountDownLatch begun = new CountDownLatch(5);
            for (int i = 0; i < 5; i++) {
                runtime.go(() -> counted(unwound, () -> {
                    begun.countDown();
                    chan().recv();
                }));
            }
            await(begun);
            List<Thread> closers = IntStream.range(0, 4)
                    .mapToObj(i -> Thread.ofPlatform().daemon().start(() -> {
                        runtime.close();
                        assertEquals(5, unwound.get());
                    }))
                    .toList();
            closers.forEach(Closing::join);
            assertEquals(5, unwound.get());
        }
    }

    @Test
    void close_callerInterrupted_closesAndKeepsTheStatus() {
        AtomicInteger unwound = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        GoRuntime runtime = runtime(2);
        runtime.go(() -> counted(unwound, () -> {
            begun.countDown();
            chan().recv();
        }));
        await(begun);
        Thread.currentThread().interrupt();
        runtime.close();
        assertTrue(Thread.interrupted());
        assertEquals(1, unwound.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_nothingWasStarted_leavesNoThread(int procs) {
        List<String> before = RunnelThreads.now();
        runtime(procs).close();
        assertEquals(before, RunnelThreads.now());
    }

    @Test
    void close_goroutinesNotYetStarted_neverStart() {
        AtomicInteger started = new AtomicInteger();
        List<GoHandle> handles = new ArrayList<>();
        AtomicBoolean isClosing = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        GoRuntime runtime = new GoRuntime(Runtimes.oneP());
        runtime.go(() -> {
            for (int i = 0; i < 1000; i++) {
                handles.add(go(started::incrementAndGet));
            }
            begun.countDown();
            while (!isClosing.get()) {
                Thread.onSpinWait();
            }
        });
        await(begun);
        closeMeanwhile(runtime, isClosing);
        assertTrue(handles.stream().allMatch(GoHandle::hasEnded));
        assertEquals(0, runtime.stats().goroutines());
        assertEquals(0, started.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_racesGo_eachGoroutineEndsOrIsRefused(int procs) {
        for (int round = 0; round < 30; round++) {
            GoRuntime runtime = runtime(procs);
            List<GoHandle> handles = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(100);
            Thread starter = Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (; ; ) {
                        begun.countDown();
                        handles.add(runtime.go(() -> chan().recv()));
                    }
                } catch (RuntimeClosedException e) {
                    handles.add(null);
                }
            });
            await(begun);
            runtime.close();
            join(starter);
            assertEquals(null, handles.removeLast());
            assertTrue(handles.stream().allMatch(GoHandle::hasEnded));
        }
    }

    @Test
    void close_closeTimeout_isABound() {
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2).withCloseTimeout(ofMillis(1)));
        GoHandle hog = runtime.go("hog", () -> {
            begun.countDown();
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
        await(begun);
        runtime.close();
        assertFalse(hog.hasEnded());
        stop.set(true);
        hog.join();
    }

    /**
     * A close that has waited in vain, and said so, does not wait again: {@code Go.run} closes what its run has closed.
     */
    @Test
    void close_afterTheTimeout_doesNothingMore() {
        assumeTrue(JdkPool.mayBePinned() > 0); // the others need a carrier while it spins
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("dev.runnel");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        AtomicBoolean stop = new AtomicBoolean();
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            Go.run(Runtimes.withProcs(2).withCloseTimeout(ofMillis(1)), () -> {
                AtomicBoolean begun = new AtomicBoolean();
                Go.go("hog", () -> {
                    begun.set(true);
                    while (!stop.get()) {
                        Thread.onSpinWait();
                    }
                });
                Await.until(begun::get);
            });
        } finally {
            stop.set(true);
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        assertEquals(1, logged.size(), logged::toString);
        assertTrue(logged.getFirst().contains("\"hog\""), logged::toString);
    }

    @Test
    void close_foreignThreadAtItsChannels_isNotDisturbed() {
        Chan<Integer> c = chan();
        AtomicReference<Integer> got = new AtomicReference<>();
        Thread foreign =
                Thread.ofPlatform().daemon().start(() -> got.set(c.recv().get()));
        GoRuntime runtime = runtime(2);
        CountDownLatch begun = new CountDownLatch(1);
        runtime.go(() -> {
            begun.countDown();
            c.recv();
        });
        await(begun);
        while (foreign.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        runtime.close();
        c.send(7);
        join(foreign);
        assertEquals(7, got.get());
    }

    @Test
    void close_otherRuntime_runsOn() {
        try (GoRuntime stays = runtime(2)) {
            Chan<Integer> in = chan();
            Chan<Integer> out = chan();
            GoHandle echo = stays.go(() -> in.forEach(out::send));
            for (int i = 0; i < 10; i++) {
                GoRuntime goes = runtime(2);
                goes.go(() -> chan().recv());
                in.send(i);
                goes.close();
                assertEquals(i, out.recv().get());
            }
            in.close();
            echo.join();
        }
    }

    @Test
    void go_closingBegun_isRefused() {
        GoRuntime runtime = runtime(1);
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        runtime.go(() -> {
            runtime.close();
            Thread foreign = Thread.ofPlatform().daemon().start(() -> {
                try {
                    runtime.go(() -> {});
                    refused.complete(null);
                } catch (RuntimeException e) {
                    refused.complete(e);
                }
            });
            refused.join();
            foreign.join();
        });
        assertEquals(RuntimeClosedException.class, refused.join().getClass());
        runtime.close();
        assertThrows(RuntimeClosedException.class, () -> runtime.go(() -> {}));
    }
}
