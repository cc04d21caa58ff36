package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that stand still for a while and are no deadlock; P77, P79, P81, TestNetpollDeadlock. The delays are the
 * subject: each is far longer than a false alarm takes, and a test that passes does not depend on them.
 */
class NoDeadlockTest {

    private static final int DELAY = 60;

    private record Program(String name, Body body) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> programs() {
        List<Program> all = new ArrayList<>();
        all.add(new Program("sleeping goroutine that sends later", NoDeadlockTest::sleeper));
        all.add(new Program("main sleeps", () -> Go.sleep(ofMillis(DELAY))));
        all.add(new Program("after", () -> Go.after(ofMillis(DELAY)).recv()));
        all.add(new Program("tick", NoDeadlockTest::tick));
        all.add(new Program("select with a timeout", NoDeadlockTest::selectAfter));
        all.add(new Program("timed receive", () -> chan().tryRecv(ofMillis(DELAY))));
        all.add(new Program("timed send", () -> chan().trySend(1, ofMillis(DELAY))));
        all.add(new Program("main in Thread.sleep", () -> Thread.sleep(DELAY)));
        all.add(new Program("goroutine in Thread.sleep", NoDeadlockTest::jdkSleeper));
        all.add(new Program("goroutine parked in the JDK", NoDeadlockTest::parker));
        all.add(new Program("goroutine in CompletableFuture.get", NoDeadlockTest::future));
        all.add(new Program("goroutine in CountDownLatch.await", NoDeadlockTest::latch));
        all.add(new Program("goroutine in ReentrantLock.lock", NoDeadlockTest::lock));
        all.add(new Program("goroutine in a synchronized block", NoDeadlockTest::monitor));
        all.add(new Program("goroutine in ServerSocket.accept", NoDeadlockTest::accept));
        all.add(new Program("goroutine in a socket's read", NoDeadlockTest::read));
        all.add(new Program("CPU-bound goroutine that sends later", NoDeadlockTest::cpuBound));
        all.add(new Program("platform thread started inside", () -> inside(Thread.ofPlatform())));
        all.add(new Program(
                "daemon thread started inside", () -> inside(Thread.ofPlatform().daemon())));
        all.add(new Program("virtual thread started inside", () -> inside(Thread.ofVirtual())));
        all.add(new Program("virtual thread's virtual thread", NoDeadlockTest::grandchild));
        all.add(new Program("thread that was closed over before it ran", NoDeadlockTest::threadMadeBefore));
        all.add(new Program("pool made inside", () -> pool(Executors.newFixedThreadPool(1))));
        all.add(new Program(
                "virtual threads per task, made inside", () -> pool(Executors.newVirtualThreadPerTaskExecutor())));
        all.add(new Program("own fork-join pool", () -> pool(new ForkJoinPool(1))));
        all.add(new Program("scheduled executor", NoDeadlockTest::scheduled));
        all.add(new Program("java.util.Timer", NoDeadlockTest::timer));
        all.add(new Program("foreign thread in a channel operation", NoDeadlockTest::foreignInOperation));
        all.add(new Program("inner run", NoDeadlockTest::innerRun));
        return all.stream().flatMap(p -> IntStream.of(1, 4).mapToObj(n -> Arguments.of(p, n)));
    }

    @ParameterizedTest(name = "{0}, {1} Ps")
    @MethodSource("programs")
    void run_someoneMayWakeIt_isNoDeadlock(Program program, int procs) {
        Runtimes.run(procs, program.body());
    }

    // ---------------------------------------------------------------- goroutines that go on later

    private static void sleeper() {
        Chan<Integer> c = chan();
        go(() -> {
            Go.sleep(ofMillis(DELAY));
            c.send(1);
        });
        assertEquals(1, c.recv().get());
    }

    private static void tick() {
        var ticks = Go.tick(ofMillis(DELAY / 2));
        ticks.recv();
        ticks.recv();
    }

    private static void selectAfter() {
        boolean[] timeout = {false};
        select().recv(chan(), () -> {})
                .after(ofMillis(DELAY), () -> timeout[0] = true)
                .run();
        assertTrue(timeout[0]);
    }

    private static void jdkSleeper() {
        Chan<Integer> c = chan();
        go(() -> {
            Thread.sleep(DELAY);
            c.send(1);
        });
        assertEquals(1, c.recv().get());
    }

    private static void parker() {
        Chan<Integer> c = chan();
        go(() -> {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DELAY);
            while (System.nanoTime() - until < 0) {
                LockSupport.parkNanos(until - System.nanoTime());
            }
            c.send(1);
        });
        assertEquals(1, c.recv().get());
    }

    private static void cpuBound() {
        Chan<Integer> c = chan();
        go(() -> {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DELAY);
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
            c.send(1);
        });
        assertEquals(1, c.recv().get());
    }

    // ---------------------------------------------------------------- goroutines blocked in the JDK, woken by others

    private static void future() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Chan<Integer> c = chan();
        go(() -> c.send(future.get()));
        later(() -> future.complete(7));
        assertEquals(7, c.recv().get());
    }

    private static void latch() {
        CountDownLatch latch = new CountDownLatch(1);
        Chan<Integer> c = chan();
        go(() -> {
            latch.await();
            c.send(7);
        });
        later(latch::countDown);
        assertEquals(7, c.recv().get());
    }

    private static void lock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            lock.lock();
            held.countDown();
            delay();
            lock.unlock();
        });
        held.await();
        Chan<Integer> c = chan();
        go(() -> {
            lock.lock();
            lock.unlock();
            c.send(7);
        });
        assertEquals(7, c.recv().get());
        holder.join();
    }

    private static void monitor() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            synchronized (monitor) {
                held.countDown();
                delay();
            }
        });
        held.await();
        Chan<Integer> c = chan();
        go(() -> {
            synchronized (monitor) {
                held.countDown();
            }
            c.send(7);
        });
        assertEquals(7, c.recv().get());
        holder.join();
    }

    private static void accept() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Chan<Integer> c = chan();
            go(() -> {
                try (Socket socket = server.accept()) {
                    c.send(socket.getPort());
                }
            });
            later(() -> new Socket(server.getInetAddress(), server.getLocalPort()).close());
            assertTrue(c.recv().get() > 0);
        }
    }

    private static void read() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket out = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket in = server.accept()) {
            Chan<Integer> c = chan();
            InputStream from = in.getInputStream();
            OutputStream to = out.getOutputStream();
            go(() -> c.send(from.read()));
            later(() -> to.write(7));
            assertEquals(7, c.recv().get());
        }
    }

    // ---------------------------------------------------------------- threads that are no goroutines

    private static void inside(Thread.Builder builder) throws InterruptedException {
        Chan<Integer> c = chan();
        Thread sender = builder.start(() -> {
            delay();
            c.send(7);
        });
        assertEquals(7, c.recv().get());
        sender.join();
    }

    private static void grandchild() {
        Chan<Integer> c = chan();
        Thread.startVirtualThread(() -> Thread.startVirtualThread(() -> {
            delay();
            c.send(7);
        }));
        assertEquals(7, c.recv().get());
    }

    private static void threadMadeBefore() throws InterruptedException {
        Chan<Integer> c = chan();
        Thread sender = Thread.ofVirtual().unstarted(() -> {
            delay();
            c.send(7);
        });
        Chan<Integer> ended = chan();
        go(() -> {
            sender.start();
            ended.send(1);
        });
        ended.recv();
        assertEquals(7, c.recv().get());
        sender.join();
    }

    private static void pool(ExecutorService made) {
        try (ExecutorService executor = made) {
            Chan<Integer> c = chan();
            executor.execute(() -> {
                delay();
                c.send(7);
            });
            assertEquals(7, c.recv().get());
        }
    }

    private static void scheduled() {
        try (ScheduledExecutorService executor = Executors.newScheduledThreadPool(1)) {
            Chan<Integer> c = chan();
            executor.schedule(() -> c.send(7), DELAY, TimeUnit.MILLISECONDS);
            assertEquals(7, c.recv().get());
        }
    }

    private static void timer() {
        Chan<Integer> c = chan();
        Timer timer = new Timer(true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        c.send(7);
                    }
                },
                DELAY);
        assertEquals(7, c.recv().get());
        timer.cancel();
    }

    private static void foreignInOperation() throws InterruptedException {
        Chan<Integer> never = chan();
        Chan<Integer> c = chan();
        Thread foreign = Thread.ofPlatform().start(() -> {
            try {
                never.tryRecv(ofMillis(DELAY));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            c.send(7);
        });
        assertEquals(7, c.recv().get());
        foreign.join();
    }

    private static void innerRun() {
        Chan<Integer> c = chan();
        go(() -> Runtimes.run(1, () -> {
            Go.sleep(ofMillis(DELAY));
            c.send(7);
        }));
        assertEquals(7, c.recv().get());
    }

    // ---------------------------------------------------------------- begun before the run

    @Test
    void run_platformThreadFromBeforeSendsLater_isNoDeadlock() throws InterruptedException {
        Chan<Integer> c = chan();
        Thread sender = Thread.ofPlatform().start(() -> {
            delay();
            c.send(7);
        });
        Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
        sender.join();
    }

    @Test
    void run_poolFromBeforeSendsLater_isNoDeadlock() {
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            pool.submit(() -> {});
            Chan<Integer> c = chan();
            Runtimes.run(2, () -> {
                pool.execute(() -> {
                    delay();
                    c.send(7);
                });
                assertEquals(7, c.recv().get());
            });
        }
    }

    @Test
    void run_foreignThreadWaitsForTheRunThatWaitsForIt_endsWhenItDoes() throws InterruptedException {
        Chan<Integer> there = chan();
        Chan<Integer> back = chan();
        Thread echo = Thread.ofPlatform().daemon().start(() -> {
            for (Integer i : there) {
                delay();
                back.send(i + 1);
            }
        });
        Runtimes.run(2, () -> {
            there.send(1);
            assertEquals(2, back.recv().get());
            there.send(5);
            assertEquals(6, back.recv().get());
            there.close();
        });
        echo.join();
    }

    // ---------------------------------------------------------------- the default runtime

    @Test
    void defaultRuntime_nothingCanRun_isNotReported() {
        Chan<Integer> c = chan();
        GoHandle waits = go(() -> assertEquals(7, c.recv().get()));
        GoHandle sleeps = go(() -> Go.sleep(ofMillis(DELAY)));
        sleeps.join();
        delay();
        assertFalse(waits.hasEnded());
        c.send(7);
        waits.join();
    }

    @Test
    void runtimeWithoutRun_nothingCanRun_isNotReported() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            Chan<Integer> c = chan();
            GoHandle waits = runtime.go(() -> assertEquals(7, c.recv().get()));
            delay();
            assertFalse(waits.hasEnded());
            c.send(7);
            waits.join();
        }
    }

    @Test
    void run_thenDeadlock_isStillReportedAfterAFalseStart() {
        DeadlockException dead = assertThrows(
                DeadlockException.class,
                () -> Runtimes.run(2, () -> {
                    inside(Thread.ofVirtual());
                    inside(Thread.ofPlatform());
                    chan().recv();
                }));
        assertTrue(dead.getMessage().startsWith(DeadlockTest.ASLEEP), dead.getMessage());
    }

    // ---------------------------------------------------------------- helpers

    private interface Late {
        void run() throws IOException;
    }

    /** Does it a while later, on a foreign thread. */
    private static void later(Late action) {
        Thread.ofPlatform().daemon().start(() -> {
            delay();
            try {
                action.run();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static void delay() {
        try {
            Thread.sleep(DELAY);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
