package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * A run in which nothing can go on is not deadlocked as long as somebody outside lives who will wake it (P77, P81): a
 * thread of a pool that was there before, or a goroutine of another runtime.
 */
class FalseDeadlockTest {

    private static final Duration A_WHILE = Duration.ofMillis(100);

    /**
     * The threads of the common pool are there from an earlier run, and nobody knows what they have been given to do.
     */
    @Test
    void supplyAsync_wakesARuntimeThatHasNothingElseToDo() {
        for (int round = 0; round < 2; round++) {
            Runtimes.run(1, () -> {
                Chan<Integer> answer = chan(1);
                CountDownLatch begun = new CountDownLatch(1);
                CompletableFuture<Void> asks = CompletableFuture.runAsync(() -> {
                    begun.countDown();
                    pause();
                    answer.send(42);
                });
                begun.await();
                assertEquals(42, answer.recv().get());
                asks.get();
            });
        }
    }

    /** This is not a wait for something to happen: it gives a false detection of a deadlock time to strike. */
    private static void pause() {
        try {
            Thread.sleep(A_WHILE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void executorOfBefore_wakesARuntimeThatHasNothingElseToDo() throws Exception {
        try (ExecutorService executor = Executors.newFixedThreadPool(1, task -> {
            Thread thread = new Thread(task, "a daemon of before");
            thread.setDaemon(true);
            return thread;
        })) {
            executor.submit(() -> {}).get();
            Runtimes.run(1, () -> {
                Chan<Integer> answer = chan(1);
                executor.submit(() -> {
                    pause();
                    answer.send(42);
                });
                assertEquals(42, answer.recv().get());
            });
        }
    }

    @Test
    void virtualThreadOfBefore_wakesARuntimeThatHasNothingElseToDo() throws Exception {
        Chan<Integer> answer = chan(1);
        Thread sender = Thread.startVirtualThread(() -> {
            pause();
            answer.send(42);
        });
        Runtimes.run(1, () -> assertEquals(42, answer.recv().get()));
        sender.join();
    }

    /** A runtime that waits for another one is not deadlocked while that one lives. */
    @Test
    void run_waitsForAGoroutineOfAnotherRuntime() throws Exception {
        Chan<Integer> answer = chan(1);
        try (GoRuntime other = new GoRuntime(Runtimes.withProcs(1))) {
            other.go(() -> {
                pause();
                answer.send(42);
            });
            Runtimes.run(1, () -> assertEquals(42, answer.recv().get()));
        }
    }

    @Test
    void run_waitsForAGoroutineOfAnotherRun() throws Exception {
        Chan<Integer> answer = chan(1);
        Thread other = Thread.ofPlatform()
                .daemon()
                .start(() -> Runtimes.run(1, () -> {
                    pause();
                    answer.send(42);
                }));
        Runtimes.run(1, () -> assertEquals(42, answer.recv().get()));
        other.join();
    }

    @Test
    void run_waitsForAGoroutineOfTheOuterRun() {
        Runtimes.run(1, () -> {
            Chan<Integer> answer = chan(1);
            GoHandle asks = go(
                    () -> Runtimes.run(1, () -> assertEquals(42, answer.recv().get())));
            Go.sleep(A_WHILE);
            answer.send(42);
            asks.join();
        });
    }

    @Test
    void run_waitsForAGoroutineOfTheDefaultRuntime() throws Exception {
        Chan<Integer> answer = chan(1);
        go(() -> {
            Go.sleep(A_WHILE);
            answer.send(42);
        });
        Runtimes.run(1, () -> assertEquals(42, answer.recv().get()));
    }
}
