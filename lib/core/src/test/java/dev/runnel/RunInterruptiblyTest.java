package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineFailedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An interrupt of the thread that waits in {@code runInterruptibly} ends the run, and all goroutines have unwound by
 * then.
 */
class RunInterruptiblyTest {

    private final AtomicInteger unwound = new AtomicInteger();

    /** Goroutines that wait for ever while one goes on, so that there is no deadlock. They say when all wait. */
    private Body endless(Chan<Integer> waiting) {
        return () -> {
            Chan<Integer> never = chan();
            for (int i = 0; i < 3; i++) {
                go(() -> {
                    try {
                        waiting.send(1);
                        never.recv();
                    } finally {
                        unwound.incrementAndGet();
                    }
                });
            }
            for (; ; ) {
                Go.gosched();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void interrupt_endsTheRun(int procs) throws InterruptedException {
        Chan<Integer> waiting = chan(3);
        Thread runs = Thread.currentThread();
        Thread interrupts = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 3; i++) {
                waiting.recv();
            }
            runs.interrupt();
        });
        InterruptedException thrown = assertThrows(
                InterruptedException.class, () -> Go.runInterruptibly(Runtimes.withProcs(procs), endless(waiting)));
        assertFalse(Thread.interrupted());
        assertEquals(3, unwound.get());
        assertTrue(
                thrown.getMessage().startsWith("run was interrupted, with these goroutines:\n\ngoroutine 1 \"main\" ["),
                thrown.getMessage());
        assertTrue(thrown.getMessage().contains("RunInterruptiblyTest"), thrown.getMessage());
        interrupts.join();
    }

    @Test
    void interruptedBefore_nothingBegins_andTheRuntimeMayBeUsed() throws InterruptedException {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1))) {
            Thread.currentThread().interrupt();
            InterruptedException thrown =
                    assertThrows(InterruptedException.class, () -> runtime.runInterruptibly(unwound::incrementAndGet));
            assertNull(thrown.getMessage());
            assertFalse(Thread.interrupted());
            assertEquals(0, unwound.get());
            runtime.runInterruptibly(unwound::incrementAndGet);
            assertEquals(1, unwound.get());
        }
    }

    @Test
    void goroutineThatFailsAsItUnwinds_isTold_withTheInterrupt() {
        IllegalStateException planted = new IllegalStateException("planted");
        Thread runs = Thread.currentThread();
        GoroutineFailedException thrown = assertThrows(
                GoroutineFailedException.class,
                () -> Go.runInterruptibly(Runtimes.withProcs(2), () -> {
                    runs.interrupt();
                    try {
                        for (; ; ) {
                            Go.gosched();
                        }
                    } finally {
                        throwPlanted(planted);
                    }
                }));
        assertTrue(Thread.interrupted());
        assertSame(planted, thrown.getCause());
        assertInstanceOf(InterruptedException.class, thrown.getSuppressed()[0]);
    }

    private static void throwPlanted(RuntimeException planted) {
        throw planted;
    }

    @Test
    void withoutAnInterrupt_itIsRun() throws InterruptedException {
        Go.runInterruptibly(unwound::incrementAndGet);
        assertEquals(1, unwound.get());
        assertThrows(DeadlockException.class, () -> Go.runInterruptibly(() -> chan().recv()));
        assertThrows(
                GoroutineFailedException.class,
                () -> Go.runInterruptibly(() -> throwPlanted(new IllegalStateException("planted"))));
    }

    /** A task of an executor, which interrupts it as it is shut down. */
    @Test
    void executor_isShutDownNow_andTheRunEnds() throws InterruptedException {
        Chan<Integer> waiting = chan();
        AtomicReference<Throwable> ended = new AtomicReference<>();
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> ended.set(assertThrows(
                InterruptedException.class, () -> Go.runInterruptibly(Runtimes.withProcs(2), endless(waiting)))));
        for (int i = 0; i < 3; i++) {
            waiting.recv();
        }
        pool.shutdownNow();
        assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
        assertInstanceOf(InterruptedException.class, ended.get());
        assertEquals(3, unwound.get());
    }

    /**
     * The runtime of the goroutine that waits for another run closes. That is not an interrupt, although it comes as
     * one.
     */
    @Test
    void outerRuntimeCloses_theInnerOneUnwinds_andSoDoesTheCaller() {
        AtomicReference<Throwable> caught = new AtomicReference<>();
        Runtimes.run(2, () -> {
            Chan<Integer> waiting = chan();
            go(() -> {
                try {
                    Go.runInterruptibly(Runtimes.withProcs(1), endless(waiting));
                    unwound.incrementAndGet(); // it goes on
                } catch (InterruptedException e) {
                    caught.set(e);
                }
            });
            for (int i = 0; i < 3; i++) {
                waiting.recv();
            }
        });
        assertNull(caught.get());
        assertEquals(3, unwound.get());
    }

    /** As after any other wait, what the caller still does is clean-up, and works if it need not wait. */
    @Test
    void outerRuntimeCloses_theCallerMayCleanUp() {
        Chan<Integer> cleanedUp = chan(1);
        Runtimes.run(2, () -> {
            Chan<Integer> waiting = chan();
            go(() -> {
                try {
                    Go.runInterruptibly(Runtimes.withProcs(1), endless(waiting));
                } finally {
                    cleanedUp.send(1);
                }
            });
            for (int i = 0; i < 3; i++) {
                waiting.recv();
            }
        });
        assertEquals(3, unwound.get());
        assertEquals(1, cleanedUp.len());
    }

    /**
     * A goroutine is interrupted as its runtime closes, and goes on to another run all the same: it is unwound, is not
     * told of an interrupt, and begins nothing.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callerThatIsInterruptedAsItsRuntimeCloses_isUnwound(boolean again) {
        AtomicReference<Throwable> caught = new AtomicReference<>();
        AtomicInteger interrupted = new AtomicInteger();
        Runtimes.run(2, () -> {
            Chan<Integer> about = chan();
            go(() -> {
                try {
                    about.send(1);
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    if (again) {
                        Thread.currentThread().interrupt();
                    }
                    try {
                        Go.runInterruptibly(unwound::incrementAndGet);
                        unwound.incrementAndGet();
                    } catch (InterruptedException second) {
                        caught.set(second);
                    }
                }
            });
            about.recv();
        });
        assertEquals(1, interrupted.get());
        assertNull(caught.get());
        assertEquals(0, unwound.get());
    }
}
