package dev.runnel;

import static dev.runnel.Closing.await;
import static dev.runnel.Closing.onAll;
import static dev.runnel.Closing.runtime;
import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.scheduler.Body;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How goroutines that are blocked in the JDK end when their runtime is closed. */
class CloseBlockedTest {

    static Stream<Arguments> blockings() {
        Map<String, Body> all = new LinkedHashMap<>();
        all.put("Thread.sleep", () -> Thread.sleep(1_000_000));
        all.put("CompletableFuture.get", () -> new CompletableFuture<>().get());
        all.put("CountDownLatch.await", () -> new CountDownLatch(1).await());
        all.put("lockInterruptibly", CloseBlockedTest::lockInterruptibly);
        all.put("Object.wait", CloseBlockedTest::objectWait);
        all.put("accept", () -> {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                server.accept();
            }
        });
        return onAll(all);
    }

    @ParameterizedTest
    @MethodSource("blockings")
    void close_goroutineBlockedInTheJdk_isInterrupted(Body blocking, int procs) throws InterruptedException {
        List<String> before = RunnelThreads.now();
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
        assertEquals(before, RunnelThreads.now());
    }

    @ParameterizedTest
    @MethodSource("blockings")
    void close_goroutineBlockedInAFinallyBlock_isInterrupted(Body blocking, int procs) {
        List<String> before = RunnelThreads.now();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Throwable> seen = new AtomicReference<>();
        AtomicBoolean unwound = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            begun.countDown();
            try {
                chan().recv();
            } finally {
                try {
                    blocking.run();
                } catch (Exception e) {
                    seen.set(e);
                }
                unwound.set(true);
            }
        });
        await(begun);
        runtime.close();
        assertTrue(unwound.get());
        assertTrue(seen.get() != null);
        assertEquals(before, RunnelThreads.now());
    }

    /**
     * A run within a goroutine ends when the goroutine's runtime closes. The goroutine that called it is unwound, as
     * its run has not come to its end.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_goroutineThatRunsAnotherRuntime_closesThat(int procs) {
        List<String> before = RunnelThreads.now();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean inner = new AtomicBoolean();
        AtomicBoolean outer = new AtomicBoolean();
        AtomicBoolean wentOn = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        runtime.go(() -> {
            try {
                Go.run(Runtimes.withProcs(1), () -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        inner.set(true);
                    }
                });
                wentOn.set(true);
            } finally {
                outer.set(true);
            }
        });
        await(begun);
        runtime.close();
        assertTrue(inner.get());
        assertTrue(outer.get());
        assertFalse(wentOn.get());
        assertEquals(before, RunnelThreads.now());
    }

    /** The goroutine was interrupted already, and is not interrupted again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_goroutineThatRunsAnotherRuntimeAfterItWasInterrupted_closesThat(int procs) {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean wentOn = new AtomicBoolean();
        GoRuntime runtime = runtime(procs);
        GoHandle caller = runtime.go(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Go.run(Runtimes.withProcs(1), () -> chan().recv());
                wentOn.set(true);
            }
        });
        await(begun);
        runtime.close();
        assertTrue(caller.hasEnded());
        assertFalse(wentOn.get());
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
}
