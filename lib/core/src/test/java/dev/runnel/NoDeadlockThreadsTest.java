package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.StandstillProgram.DELAY;
import static dev.runnel.StandstillProgram.delay;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.sync.WaitGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that stand still until a thread that is no goroutine wakes them: P77, P81. */
class NoDeadlockThreadsTest {

    static Stream<Arguments> programs() {
        List<StandstillProgram> all = new ArrayList<>();
        all.add(new StandstillProgram("platform thread started inside", () -> inside(Thread.ofPlatform())));
        all.add(new StandstillProgram(
                "daemon thread started inside", () -> inside(Thread.ofPlatform().daemon())));
        all.add(new StandstillProgram("virtual thread started inside", () -> inside(Thread.ofVirtual())));
        all.add(new StandstillProgram(
                "virtual thread with half a name of the JDK's",
                () -> inside(Thread.ofVirtual().name("KafkaPoller-1"))));
        all.add(new StandstillProgram(
                "platform thread with half a name of ours",
                () -> inside(Thread.ofPlatform().name("runnel-mine"))));
        all.add(new StandstillProgram("virtual thread's virtual thread", NoDeadlockThreadsTest::grandchild));
        all.add(new StandstillProgram(
                "virtual thread started inside, by one of many", NoDeadlockThreadsTest::besideMany));
        all.add(new StandstillProgram(
                "thread that was closed over before it ran", NoDeadlockThreadsTest::threadMadeBefore));
        all.add(new StandstillProgram("pool made inside", () -> pool(Executors.newFixedThreadPool(1))));
        all.add(new StandstillProgram(
                "virtual threads per task, made inside", () -> pool(Executors.newVirtualThreadPerTaskExecutor())));
        all.add(new StandstillProgram("own fork-join pool", () -> pool(new ForkJoinPool(1))));
        all.add(new StandstillProgram("scheduled executor", NoDeadlockThreadsTest::scheduled));
        all.add(new StandstillProgram("java.util.Timer", NoDeadlockThreadsTest::timer));
        all.add(new StandstillProgram(
                "foreign thread in a channel operation", NoDeadlockThreadsTest::foreignInOperation));
        return StandstillProgram.on1And4(all);
    }

    @ParameterizedTest(name = "{0}, {1} Ps")
    @MethodSource("programs")
    void run_someoneMayWakeIt_isNoDeadlock(StandstillProgram program, int procs) {
        Runtimes.run(procs, program.body());
    }

    private static void inside(Thread.Builder builder) throws InterruptedException {
        Chan<Integer> c = chan();
        Thread sender = builder.start(() -> {
            delay();
            c.send(7);
        });
        assertEquals(7, c.recv().get());
        sender.join();
    }

    /** So many goroutines that no thread dump is made. */
    private static void besideMany() throws InterruptedException {
        Chan<Integer> gate = chan();
        WaitGroup all = new WaitGroup();
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < 11_000; i++) {
            all.go(() -> {
                begun.incrementAndGet();
                gate.recv();
            });
        }
        while (begun.get() < 11_000) {
            Go.gosched();
        }
        inside(Thread.ofVirtual());
        gate.close();
        all.await();
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

    /** Both runs stand still; but the thread that waits for the inner one goes on when it is told, and then sends. */
    @Test
    void run_deadlockOfARunThatWasBegunLater_isToldFirst() {
        for (Thread.Builder builder : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
            for (int i = 0; i < 10; i++) {
                Runtimes.run(2, () -> {
                    Chan<DeadlockException> told = chan();
                    builder.start(() -> told.send(
                            assertThrows(DeadlockException.class, () -> Runtimes.run(2, () -> chan().recv()))));
                    assertTrue(told.recv().get().getMessage().startsWith(DeadlockTest.ASLEEP));
                });
            }
        }
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

    /**
     * A thread of the user's own class, which does not tell what it does: it may wake somebody, so the deadlock is
     * reported only when it has ended.
     */
    private static final class Secret extends Thread {
        private final CountDownLatch asked = new CountDownLatch(3);

        Secret() {
            super("secret");
        }

        @Override
        public void run() {
            Await.until(() -> asked.getCount() == 0);
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            asked.countDown();
            throw new UnsupportedOperationException("planted");
        }
    }

    @Test
    void threadThatDoesNotTellItsStack_countsWhileItIsAlive() throws InterruptedException {
        Secret secret = new Secret();
        secret.start();
        assertThrows(
                DeadlockException.class,
                () -> Go.run(Runtimes.withProcs(2), () -> Go.<Integer>chan().recv()));
        secret.join();
    }
}
