package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A run that stands still beside pools that have nothing to do is dead, although their threads live and have used
 * channels; it is not while a task of those pools is due later. P77, P81. The delay is the subject: it exceeds the time
 * for which pool threads that wait for work count.
 */
class PoolsAsleepTest {

    private static final int DELAY = 1_500;

    static Stream<StandstillProgram> programs() {
        return Stream.of(
                new StandstillProgram("fixed pool", () -> beside(Executors.newFixedThreadPool(2))),
                new StandstillProgram("pool that lets threads go", () -> beside(Executors.newCachedThreadPool())),
                new StandstillProgram("scheduled pool", () -> beside(Executors.newScheduledThreadPool(1))),
                new StandstillProgram("fork-join pool", () -> beside(new ForkJoinPool(2))),
                new StandstillProgram("parallel stream", PoolsAsleepTest::besideParallelStream),
                new StandstillProgram("java.util.Timer", PoolsAsleepTest::besideTimer));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void run_standsStillBesidePoolsThatHaveNothingToDo_isDead(StandstillProgram program) {
        DeadlockException dead = assertThrows(DeadlockException.class, () -> Runtimes.run(2, program.body()));
        assertTrue(dead.getMessage().startsWith(DeadlockTest.ASLEEP), dead.getMessage());
    }

    private static void beside(ExecutorService made) {
        try {
            receiveFrom(made);
            chan().recv();
        } finally {
            made.shutdown();
        }
    }

    private static void receiveFrom(Executor pool) {
        Chan<Integer> c = chan();
        pool.execute(() -> c.send(7));
        assertEquals(7, c.recv().get());
    }

    private static void besideParallelStream() {
        Chan<Integer> values = chan();
        go(() -> values.forEach(i -> {}));
        IntStream.range(0, 1000).parallel().forEach(values::send);
        chan().recv();
    }

    private static void besideTimer() {
        Timer timer = new Timer();
        try {
            receiveFrom(task -> timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            task.run();
                        }
                    },
                    0));
            chan().recv();
        } finally {
            timer.cancel();
        }
    }

    @Test
    void run_taskOfAPoolIsDueLater_isNoDeadlock() {
        try (ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
                ExecutorService asleep = Executors.newFixedThreadPool(1)) {
            Runtimes.run(2, () -> {
                receiveFrom(asleep);
                Chan<Integer> c = chan();
                pool.schedule(() -> c.send(8), DELAY, TimeUnit.MILLISECONDS);
                assertEquals(8, c.recv().get());
            });
        }
    }

    @Test
    void run_taskOfATimerIsDueLater_isNoDeadlock() {
        Timer timer = new Timer();
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan();
            timer.schedule(
                    new TimerTask() {
                        @Override
                        public void run() {
                            c.send(8);
                        }
                    },
                    DELAY);
            assertEquals(8, c.recv().get());
        });
        timer.cancel();
    }
}
