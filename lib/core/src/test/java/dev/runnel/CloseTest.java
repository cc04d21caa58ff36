package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How goroutines end when their runtime is closed. */
class CloseTest {

    private static GoRuntime runtime(int procs) {
        return new GoRuntime(Runtimes.withProcs(procs));
    }

    private static Stream<Arguments> onAll(Map<String, Body> bodies) {
        return bodies.entrySet().stream()
                .flatMap(e -> IntStream.of(1, 2, 4)
                        .mapToObj(n -> Arguments.argumentSet(e.getKey() + ", " + n + " Ps", e.getValue(), n)));
    }

    // ---------------------------------------------------------------- goroutines that wait

    static Stream<Arguments> waits() {
        Map<String, Body> all = new LinkedHashMap<>();
        Chan<Integer> c = chan();
        Chan<Integer> full = chan(1);
        full.send(0);
        all.put("recv", c::recv);
        all.put("recvOrNull", c::recvOrNull);
        all.put("recvInterruptibly", c::recvInterruptibly);
        all.put("timed recv", () -> c.tryRecv(ofHours(1)));
        all.put("range", () -> c.forEach(i -> {}));
        all.put("send", () -> full.send(1));
        all.put("sendInterruptibly", () -> full.sendInterruptibly(1));
        all.put("timed send", () -> full.trySend(1, ofHours(1)));
        all.put("recv from nil", () -> nilChan().recv());
        all.put("send to nil", () -> nilChan().send(1));
        all.put("empty select", () -> select().run());
        all.put(
                "select",
                () -> select().recv(c, () -> {}).send(full, 1, () -> {}).run());
        all.put(
                "select with a timeout",
                () -> select().recv(c, () -> {}).after(ofHours(1), () -> {}).run());
        all.put("interruptible select", () -> select().recv(c, () -> {}).runInterruptibly());
        all.put("sleep", () -> Go.sleep(ofHours(1)));
        all.put("sleepInterruptibly", () -> Go.sleepInterruptibly(ofHours(1)));
        all.put("after", () -> Go.after(ofHours(1)).recv());
        all.put("tick", () -> Go.tick(ofHours(1)).recv());
        return onAll(all);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void close_goroutineWaits_unwindsThroughFinally(Body wait, int procs) {
        StringBuffer order = new StringBuffer();
        List<String> before = RunTest.runnelThreads();
        GoRuntime runtime = runtime(procs);
        GoHandle g = runtime.go("waits", () -> {
            try {
                try {
                    wait.run();
                    order.append("went on ");
                } catch (Exception e) {
                    order.append(e);
                } finally {
                    order.append("inner ");
                }
            } finally {
                order.append("outer");
            }
        });
        awaitState(runtime, "\"waits\" [chan ", "\"waits\" [select", "\"waits\" [sleep");
        runtime.close();
        assertEquals("inner outer", order.toString());
        assertTrue(g.hasEnded());
        assertEquals(before, RunTest.runnelThreads());
    }

    private static void awaitState(GoRuntime runtime, String... anyOf) {
        while (Stream.of(anyOf).noneMatch(runtime.dump()::contains)) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_manyWait_allUnwind(int procs) {
        AtomicInteger unwound = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(500);
        GoRuntime runtime = runtime(procs);
        Chan<Integer> a = chan();
        Chan<Integer> b = chan();
        for (int i = 0; i < 500; i++) {
            int n = i;
            runtime.go(() -> {
                try {
                    begun.countDown();
                    switch (n % 4) {
                        case 0 -> a.recv();
                        case 1 -> b.send(n);
                        case 2 ->
                            select().recv(a, () -> {})
                                    .send(b, 1, () -> {})
                                    .recv(nilChan(), () -> {})
                                    .run();
                        default -> Go.sleep(ofHours(1));
                    }
                } finally {
                    unwound.incrementAndGet();
                }
            });
        }
        a.trySend(1);
        await(begun);
        runtime.close();
        assertEquals(500, unwound.get());
        assertFalse(a.trySend(1), "a receiver is left in the queue");
        assertTrue(b.tryRecv().isEmpty(), "a sender is left in the queue");
    }

    // ---------------------------------------------------------------- goroutines that run

    static Stream<Arguments> calls() {
        Map<String, Body> all = new LinkedHashMap<>();
        Chan<Integer> open = chan(1_000_000);
        Chan<Integer> closed = chan();
        closed.close();
        Chan<Integer> unbuffered = chan();
        all.put("send", () -> open.send(1));
        all.put("recv", closed::recv);
        all.put("recvOrNull", closed::recvOrNull);
        all.put("trySend", () -> open.trySend(1));
        all.put("trySend in vain", () -> unbuffered.trySend(1));
        all.put("tryRecv", closed::tryRecv);
        all.put("tryRecv in vain", unbuffered::tryRecv);
        all.put("timed recv", () -> closed.tryRecv(ofHours(1)));
        all.put("timed send", () -> open.trySend(1, ofHours(1)));
        all.put("close", () -> chan().close());
        all.put("go", () -> go(() -> {}));
        all.put("gosched", Go::gosched);
        all.put("select", () -> select().recv(closed, () -> {}).run());
        all.put(
                "select with otherwise",
                () -> select().recv(unbuffered, () -> {}).otherwise(() -> {}).run());
        all.put("select of otherwise only", () -> select().otherwise(() -> {}).run());
        all.put("recv that waits", unbuffered::recv);
        all.put("sleep", () -> Go.sleep(ofMillis(1)));
        return onAll(all);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void close_goroutineRuns_unwindsAtItsNextCall(Body call, int procs) {
        AtomicBoolean unwound = new AtomicBoolean();
        AtomicReference<Object> wrong = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean isClosing = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            begun.countDown();
            try {
                while (!isClosing.get()) {
                    Thread.onSpinWait();
                }
                call.run();
                wrong.set("went on");
            } catch (Exception e) {
                wrong.set(e);
            } finally {
                unwound.set(true);
            }
        });
        await(begun);
        closeMeanwhile(runtime, isClosing);
        assertTrue(unwound.get());
        assertEquals(null, wrong.get());
    }

    /** Closes the runtime, and says so to its goroutines once it takes no more. */
    private static void closeMeanwhile(GoRuntime runtime, AtomicBoolean isClosing) {
        Thread teller = Thread.ofPlatform().daemon().start(() -> {
            while (isOpen(runtime)) {
                Thread.onSpinWait();
            }
            isClosing.set(true);
        });
        runtime.close();
        join(teller);
    }

    private static boolean isOpen(GoRuntime runtime) {
        try {
            runtime.go(() -> {});
            return true;
        } catch (RuntimeClosedException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_goroutinesPlayPingPong_allEnd(int procs) {
        for (int round = 0; round < 5; round++) {
            AtomicInteger unwound = new AtomicInteger();
            CountDownLatch warm = new CountDownLatch(400);
            GoRuntime runtime = runtime(procs);
            for (int pair = 0; pair < 4; pair++) {
                Chan<Integer> there = chan();
                Chan<Integer> back = chan();
                runtime.go(() -> counted(unwound, () -> {
                    for (int i = 0; ; i++) {
                        there.send(i);
                        back.recv();
                        if (i < 100) {
                            warm.countDown();
                        }
                    }
                }));
                runtime.go(() -> counted(unwound, () -> {
                    for (; ; ) {
                        back.send(there.recv().get());
                    }
                }));
            }
            await(warm);
            runtime.close();
            assertEquals(8, unwound.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_goroutinesSpawnForEver_allEnd(int procs) {
        for (int round = 0; round < 20; round++) {
            GoRuntime runtime = runtime(procs);
            AtomicInteger begun = new AtomicInteger();
            AtomicInteger ended = new AtomicInteger();
            CountDownLatch warm = new CountDownLatch(1000);
            runtime.go(() -> spawn(begun, ended, warm));
            await(warm);
            runtime.close();
            assertEquals(begun.get(), ended.get());
            assertEquals(0, runtime.stats().goroutines());
        }
    }

    private static void spawn(AtomicInteger begun, AtomicInteger ended, CountDownLatch warm) {
        begun.incrementAndGet();
        try {
            warm.countDown();
            go(() -> spawn(begun, ended, warm));
            Go.gosched();
        } finally {
            ended.incrementAndGet();
        }
    }

    private static void counted(AtomicInteger counter, Body body) throws Exception {
        try {
            body.run();
        } finally {
            counter.incrementAndGet();
        }
    }

    // ---------------------------------------------------------------- goroutines that are blocked in the JDK

    static Stream<Arguments> blockings() {
        Map<String, Body> all = new LinkedHashMap<>();
        all.put("Thread.sleep", () -> Thread.sleep(1_000_000));
        all.put("CompletableFuture.get", () -> new CompletableFuture<>().get());
        all.put("CountDownLatch.await", () -> new CountDownLatch(1).await());
        all.put("lockInterruptibly", CloseTest::lockInterruptibly);
        all.put("Object.wait", CloseTest::objectWait);
        all.put("accept", () -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                server.accept();
            }
        });
        return onAll(all);
    }

    private static void lockInterruptibly() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().daemon().start(() -> {
            lock.lock();
            held.countDown();
            await(release);
            lock.unlock();
        });
        try {
            held.await();
            lock.lockInterruptibly();
        } finally {
            release.countDown();
            holder.join();
        }
    }

    private static void objectWait() throws InterruptedException {
        Object monitor = new Object();
        synchronized (monitor) {
            for (; ; ) {
                monitor.wait();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("blockings")
    void close_goroutineBlockedInTheJdk_isInterrupted(Body blocking, int procs) throws InterruptedException {
        List<String> before = RunTest.runnelThreads();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Throwable> seen = new AtomicReference<>();
        AtomicBoolean unwound = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            begun.countDown();
            try {
                blocking.run();
            } catch (Exception e) {
                seen.set(e);
            } finally {
                unwound.set(true);
            }
        });
        begun.await();
        runtime.close();
        assertTrue(unwound.get());
        assertTrue(seen.get() != null);
        assertEquals(before, RunTest.runnelThreads());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_manyBlockedInTheJdk_allEnd(int procs) {
        CountDownLatch begun = new CountDownLatch(20);
        AtomicInteger interrupted = new AtomicInteger();
        GoRuntime runtime = runtime(procs);
        for (int i = 0; i < 20; i++) {
            runtime.go(() -> {
                begun.countDown();
                try {
                    Thread.sleep(1_000_000);
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            });
        }
        await(begun);
        runtime.close();
        assertEquals(20, interrupted.get());
    }

    // ---------------------------------------------------------------- what finally blocks may do

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_operationsThatNeedNotWaitWork(int procs) {
        List<Object> did = new ArrayList<>();
        Chan<Integer> results = chan(10);
        Chan<Integer> mine = chan();
        GoRuntime runtime = runtime(procs);
        runtime.go("waits", () -> {
            try {
                chan().recv();
            } finally {
                results.send(1);
                did.add(results.trySend(2));
                did.add(results.recv().get());
                did.add(results.tryRecv().toOption().get());
                did.add(results.tryRecv().isEmpty());
                select().recv(mine, () -> did.add("wrong"))
                        .otherwise(() -> did.add("otherwise"))
                        .run();
                select().send(results, 3, () -> did.add("sent")).run();
                mine.close();
                did.add(mine.recv().isEmpty());
                did.add("last");
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals(List.of(true, 1, 2, true, "otherwise", "sent", true, "last"), did);
        assertEquals(3, results.recv().get());
        assertTrue(mine.recv().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_operationsThatMustWaitUnwindOn(int procs) {
        StringBuffer order = new StringBuffer();
        GoRuntime runtime = runtime(procs);
        runtime.go("waits", () -> {
            try {
                try {
                    try {
                        chan().recv();
                    } finally {
                        order.append("first ");
                        chan().send(1);
                        order.append("wrong ");
                    }
                } finally {
                    order.append("second ");
                    select().run();
                    order.append("wrong ");
                }
            } finally {
                order.append("third ");
                Go.sleep(ofHours(1));
                order.append("wrong ");
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals("first second third ", order.toString());
    }

    /** A throwable cannot be suppressed by itself: what unwinds the body is not what unwinds the close of its resource. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_ofAResourceThatMustWait_unwindsOn(int procs) {
        StringBuffer order = new StringBuffer();
        GoRuntime runtime = runtime(procs);
        Chan<Integer> c = chan();
        runtime.go("waits", () -> {
            try {
                try (AutoCloseable outer = c::recv;
                        AutoCloseable inner = c::recv) {
                    c.recv();
                }
            } catch (Exception e) {
                order.append(e);
            } finally {
                order.append("unwound");
            }
        });
        awaitState(runtime, "\"waits\" [chan ");
        runtime.close();
        assertEquals("unwound", order.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_unwindingIsCaught_nextWaitUnwindsAgain(int procs) {
        AtomicInteger caught = new AtomicInteger();
        GoRuntime runtime = runtime(procs);
        runtime.go("waits", () -> {
            for (; ; ) {
                try {
                    chan().recv();
                } catch (Error e) {
                    if (caught.incrementAndGet() == 3) {
                        throw e;
                    }
                }
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        runtime.close();
        assertEquals(3, caught.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_inFinally_mayBlockInTheJdk(int procs) {
        AtomicReference<Thread.State> state = new AtomicReference<>();
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        GoRuntime runtime = runtime(procs);
        AtomicReference<Thread> thread = new AtomicReference<>();
        AtomicBoolean ended = new AtomicBoolean();
        runtime.go("waits", () -> {
            try {
                chan().recv();
            } finally {
                thread.set(Thread.currentThread());
                lock.lock();
                ended.set(true);
                lock.unlock();
            }
        });
        awaitState(runtime, "\"waits\" [chan receive]");
        Thread closer = Thread.ofPlatform().daemon().start(runtime::close);
        while (thread.get() == null || (state.get() != Thread.State.WAITING)) {
            Thread blocked = thread.get();
            state.set(blocked == null ? null : blocked.getState());
        }
        assertTrue(closer.isAlive());
        lock.unlock();
        join(closer);
        assertTrue(ended.get());
    }

    // ---------------------------------------------------------------- who closes, and when

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_byOneOfItsGoroutines_endsAllOfThem(int procs) {
        List<String> before = RunTest.runnelThreads();
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
        assertEquals(before, RunTest.runnelThreads());
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
            closers.forEach(CloseTest::join);
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
        List<String> before = RunTest.runnelThreads();
        runtime(procs).close();
        assertEquals(before, RunTest.runnelThreads());
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

    // ---------------------------------------------------------------- helpers

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
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
