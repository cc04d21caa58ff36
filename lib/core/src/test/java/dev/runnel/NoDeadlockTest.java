package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.StandstillProgram.DELAY;
import static dev.runnel.StandstillProgram.delay;
import static dev.runnel.StandstillProgram.later;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goroutines that stand still for a while, and go on by themselves or are woken within the JDK: P77, P79,
 * TestNetpollDeadlock.
 */
class NoDeadlockTest {

    static Stream<Arguments> programs() {
        List<StandstillProgram> all = new ArrayList<>();
        all.add(new StandstillProgram("sleeping goroutine that sends later", NoDeadlockTest::sleeper));
        all.add(new StandstillProgram("main sleeps", () -> Go.sleep(ofMillis(DELAY))));
        all.add(new StandstillProgram("after", () -> Go.after(ofMillis(DELAY)).recv()));
        all.add(new StandstillProgram("tick", NoDeadlockTest::tick));
        all.add(new StandstillProgram("select with a timeout", NoDeadlockTest::selectAfter));
        all.add(new StandstillProgram("timed receive", () -> chan().tryRecv(ofMillis(DELAY))));
        all.add(new StandstillProgram("timed send", () -> chan().trySend(1, ofMillis(DELAY))));
        all.add(new StandstillProgram("main in Thread.sleep", () -> Thread.sleep(DELAY)));
        all.add(new StandstillProgram("goroutine in Thread.sleep", NoDeadlockTest::jdkSleeper));
        all.add(new StandstillProgram("goroutine parked in the JDK", NoDeadlockTest::parker));
        all.add(new StandstillProgram("goroutine in CompletableFuture.get", NoDeadlockTest::future));
        all.add(new StandstillProgram("goroutine in CountDownLatch.await", NoDeadlockTest::latch));
        all.add(new StandstillProgram("goroutine in ReentrantLock.lock", NoDeadlockTest::lock));
        all.add(new StandstillProgram("goroutine in a synchronized block", NoDeadlockTest::monitor));
        all.add(new StandstillProgram("goroutine in ServerSocket.accept", NoDeadlockTest::accept));
        all.add(new StandstillProgram("goroutine in a socket's read", NoDeadlockTest::read));
        all.add(new StandstillProgram("CPU-bound goroutine that sends later", NoDeadlockTest::cpuBound));
        all.add(new StandstillProgram("inner run", NoDeadlockTest::innerRun));
        return StandstillProgram.on1And4(all);
    }

    @ParameterizedTest(name = "{0}, {1} Ps")
    @MethodSource("programs")
    void run_someoneMayWakeIt_isNoDeadlock(StandstillProgram program, int procs) {
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

    private static void innerRun() {
        Chan<Integer> c = chan();
        go(() -> Runtimes.run(1, () -> {
            Go.sleep(ofMillis(DELAY));
            c.send(7);
        }));
        assertEquals(7, c.recv().get());
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
}
