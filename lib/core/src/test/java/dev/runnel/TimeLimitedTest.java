package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.StandstillProgram.delay;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.DeadlockException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * A run that stands still in a test with a time limit is dead, and this is reported before the limit: what watches over
 * the limit wakes no goroutine. P77.
 */
class TimeLimitedTest {

    private static final int SECONDS = 20;

    private static void assertDeadlock() {
        DeadlockException dead = assertThrows(DeadlockException.class, () -> Runtimes.run(2, () -> chan().recv()));
        assertTrue(dead.getMessage().startsWith(DeadlockTest.ASLEEP), dead.getMessage());
    }

    @Test
    @Timeout(SECONDS)
    void limit_onTheTestsThread() {
        assertDeadlock();
    }

    @Test
    @Timeout(value = SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void limit_onAThreadOfItsOwn() {
        assertDeadlock();
    }

    /** The thread that waits for the limited part has used a channel itself. */
    @Test
    void limit_inTheMidstOfATest() {
        Chan<Integer> c = chan();
        go(() -> c.send(7));
        assertEquals(7, c.recv().get());
        assertTimeoutPreemptively(Duration.ofSeconds(SECONDS), TimeLimitedTest::assertDeadlock);
    }

    /** What the test does after its own wait may be a send. */
    @Test
    void theTestItself_mayWakeAGoroutine() throws InterruptedException {
        Chan<Integer> c = chan();
        AtomicInteger received = new AtomicInteger();
        Thread runs = Thread.ofPlatform()
                .start(() -> Runtimes.run(2, () -> received.set(c.recv().get())));
        delay();
        c.send(7);
        runs.join();
        assertEquals(7, received.get());
    }

    /** The test waits by a method of the JDK's, so that there is no frame of its own. */
    @Test
    void testThatWaitsByAnAssertion_mayWakeAGoroutine() throws InterruptedException {
        Chan<Integer> c = chan();
        AtomicInteger received = new AtomicInteger();
        CompletableFuture<Void> later = CompletableFuture.runAsync(
                () -> {}, CompletableFuture.delayedExecutor(StandstillProgram.DELAY, MILLISECONDS));
        Thread runs = Thread.ofPlatform()
                .start(() -> Runtimes.run(2, () -> received.set(c.recv().get())));
        assertTimeout(Duration.ofSeconds(SECONDS), later::join);
        c.send(7);
        runs.join();
        assertEquals(7, received.get());
    }

    @Test
    void threadOfTheUsersWithThatName_mayWakeAGoroutine() throws InterruptedException, ExecutionException {
        Chan<Integer> c = chan();
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            Future<Integer> sent = pool.submit(() -> {
                Thread.currentThread().setName("junit-jupiter-timeout-watcher");
                delay();
                c.send(7);
                return 1;
            });
            Runtimes.run(2, () -> assertEquals(7, c.recv().get()));
            assertEquals(1, sent.get());
        }
    }
}
