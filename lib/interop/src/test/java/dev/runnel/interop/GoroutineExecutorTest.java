package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.GoroutineFailedException;
import dev.runnel.scheduler.RuntimeClosedException;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Executors whose tasks are goroutines. */
@NoLeaks
class GoroutineExecutorTest {

    private static final long LONG = 60;

    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void tasks_areGoroutines() throws Exception {
        try (GoroutineExecutor executor = new GoroutineExecutor()) {
            assertTrue(executor.submit(() -> Go.current().isDefined()).get());
            assertTrue(CompletableFuture.supplyAsync(() -> Go.current().isDefined(), executor)
                    .get());
        }
        Executor unmanaged = GoroutineExecutor.unmanaged();
        assertTrue(CompletableFuture.supplyAsync(() -> Go.current().isDefined(), unmanaged)
                .get());
    }

    @Test
    void manyTasksThatWaitForEachOther_allRun() throws Exception {
        Chan<Integer> line = chan();
        try (GoroutineExecutor executor = new GoroutineExecutor()) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int n = i;
                tasks.add(() -> {
                    line.send(n);
                    return n;
                });
                tasks.add(() -> line.recv().get());
            }
            int sum = 0;
            for (Future<Integer> result : executor.invokeAll(tasks)) {
                sum += result.get();
            }
            assertEquals(2 * IntStream.range(0, 100).sum(), sum);
            List<Callable<String>> one = List.of(() -> "any");
            assertEquals("any", executor.invokeAny(one));
        }
    }

    @Test
    void executorOfARuntime_startsItsTasksThere() {
        Go.run(() -> {
            GoroutineExecutor executor = new GoroutineExecutor();
            Chan<Long> counts = chan();
            Thread.ofPlatform().start(() -> executor.execute(() -> counts.send(Go.numGoroutine())));
            assertEquals(2, counts.recv().get(), "main and the task");
            executor.close();
        });
    }

    @Test
    void shutdown_refusesAndLetsTheRestRun() throws Exception {
        GoroutineExecutor executor = new GoroutineExecutor();
        Chan<Boolean> mayEnd = chan();
        Future<?> task = executor.submit(() -> mayEnd.recv());
        executor.shutdown();
        RejectedExecutionException refused =
                assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertTrue(refused.getMessage().startsWith("the executor has been shut down"));
        assertTrue(executor.isShutdown());
        assertFalse(executor.isTerminated());
        assertFalse(executor.awaitTermination(1, TimeUnit.MILLISECONDS));
        assertTrue(executor.done().tryRecv().isEmpty());
        mayEnd.send(true);
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
        assertTrue(executor.isTerminated());
        task.get();
        executor.shutdown();
        assertTrue(executor.shutdownNow().isEmpty());
    }

    @Test
    void shutdownOfAnIdleExecutor_terminates() throws Exception {
        GoroutineExecutor executor = new GoroutineExecutor();
        assertFalse(executor.isShutdown());
        executor.shutdown();
        assertTrue(executor.isShutdown());
        assertTrue(executor.isTerminated());
        assertTrue(executor.awaitTermination(0, TimeUnit.NANOSECONDS));
        assertTrue(executor.done().recv().isEmpty());
    }

    @Test
    void taskThatATerminatedExecutorRefuses_leavesItTerminated() {
        GoroutineExecutor executor = new GoroutineExecutor();
        executor.shutdown();
        assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertTrue(executor.isTerminated());
        assertEquals("GoroutineExecutor[terminated, 0 tasks]", executor.toString());
    }

    @Test
    void shutdownNow_interruptsAndCancels() throws Exception {
        GoroutineExecutor executor = new GoroutineExecutor();
        Chan<Boolean> begun = chan();
        Chan<Throwable> ends = chan(3);
        executor.execute(() -> {
            begun.send(true);
            ends.send(assertThrows(InterruptedException.class, never::await));
        });
        executor.execute(() -> {
            begun.send(true);
            ends.send(assertThrows(InterruptedException.class, Go.nilChan()::recvInterruptibly));
        });
        executor.execute(() -> {
            begun.send(true);
            executor.context().done().recv(); // not ended by an interrupt
            ends.send(executor.context().err().get());
        });
        begun.recv();
        begun.recv();
        begun.recv();
        assertTrue(executor.shutdownNow().isEmpty());
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
        assertEquals(3, ends.len());
    }

    @Test
    void shutdownNow_givesWhatHasNotBegun() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        AtomicInteger ran = new AtomicInteger();
        Runnable command = ran::incrementAndGet;
        executor.execute(command);
        assertEquals(List.of(command), executor.shutdownNow());
        assertFalse(executor.isTerminated(), "its goroutine has not ended");
        go(held.get(0));
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
        assertEquals(0, ran.get());
    }

    @Test
    void interrupt_doesNotReachTheNextTask() throws Exception {
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            for (int i = 0; i < 50; i++) {
                GoroutineExecutor first = new GoroutineExecutor(runtime::go);
                CountDownLatch begun = new CountDownLatch(1);
                first.execute(begun::countDown);
                begun.await();
                first.shutdownNow();
                assertTrue(first.awaitTermination(LONG, TimeUnit.SECONDS));
                try (GoroutineExecutor second = new GoroutineExecutor(runtime::go)) {
                    assertFalse(second.submit(Thread::interrupted).get());
                }
            }
        }
    }

    @Test
    void close_waits() {
        AtomicInteger ran = new AtomicInteger();
        try (GoroutineExecutor executor = new GoroutineExecutor()) {
            for (int i = 0; i < 20; i++) {
                executor.execute(() -> {
                    Go.gosched();
                    ran.incrementAndGet();
                });
            }
        }
        assertEquals(20, ran.get());
    }

    @Test
    void closeThatIsInterrupted_stopsTheTasks() throws Exception {
        GoroutineExecutor executor = new GoroutineExecutor();
        Chan<Boolean> begun = chan();
        executor.execute(() -> {
            begun.send(true);
            assertThrows(InterruptedException.class, never::await);
        });
        begun.recv();
        Thread.currentThread().interrupt();
        executor.close();
        assertTrue(Thread.interrupted());
        assertTrue(executor.isTerminated());
    }

    @Test
    void awaitTermination_isEndedByAnInterrupt() {
        GoroutineExecutor executor = new GoroutineExecutor();
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> executor.awaitTermination(LONG, TimeUnit.SECONDS));
        executor.close();
    }

    @Test
    void failureOfACommand_isThatOfItsGoroutine() {
        RuntimeException why = new RuntimeException("no");
        GoroutineFailedException failure = assertThrows(
                GoroutineFailedException.class,
                () -> Go.run(() -> {
                    new GoroutineExecutor().execute(() -> {
                        throw why;
                    });
                    Go.nilChan().recv();
                }));
        assertEquals(why, failure.getCause());
    }

    @Test
    void failureOfASubmittedTask_isInItsFuture() {
        RuntimeException why = new RuntimeException("no");
        try (GoroutineExecutor executor = new GoroutineExecutor()) {
            Future<?> task = executor.submit(() -> {
                throw why;
            });
            assertEquals(why, assertThrows(ExecutionException.class, task::get).getCause());
        }
    }

    @Test
    void commandWithoutAText_isRefusedLikeAnyOther() {
        GoroutineExecutor executor = new GoroutineExecutor();
        executor.shutdown();
        Runnable command = new Runnable() {
            @Override
            public void run() {}

            @Override
            public String toString() {
                throw new IllegalStateException("planted");
            }
        };
        String text = assertThrows(RejectedExecutionException.class, () -> executor.execute(command))
                .getMessage();
        assertTrue(text.contains(command.getClass().getName()), text);
    }

    @Test
    void executorOfAClosedRuntime_refusesAndTerminates() {
        GoRuntime runtime = new GoRuntime();
        GoroutineExecutor executor = new GoroutineExecutor(runtime::go);
        runtime.close();
        RejectedExecutionException refused =
                assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertInstanceOf(RuntimeClosedException.class, refused.getCause());
        assertTrue(refused.getMessage().startsWith("the runtime of the executor is closed: it takes no "));
        executor.close();
        assertTrue(executor.isTerminated());
    }

    /** As any executor that takes no task; libraries look for that. */
    @Test
    void unmanagedExecutorOfAClosedRuntime_refuses() {
        AtomicReference<Executor> executor = new AtomicReference<>();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go(() -> executor.set(GoroutineExecutor.unmanaged())).join();
        }
        RejectedExecutionException refused = assertThrows(
                RejectedExecutionException.class, () -> executor.get().execute(() -> {}));
        assertInstanceOf(RuntimeClosedException.class, refused.getCause());
        assertTrue(refused.getMessage().startsWith("the runtime of the executor is closed: it takes no "));
    }

    @Test
    void runtimeThatCloses_cancelsTheTasks() throws Exception {
        GoRuntime runtime = new GoRuntime();
        GoroutineExecutor executor = new GoroutineExecutor(runtime::go);
        CountDownLatch begun = new CountDownLatch(1);
        Future<?> task = executor.submit(() -> {
            begun.countDown();
            return Go.nilChan().recv();
        });
        begun.await();
        runtime.close();
        executor.shutdown();
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
        assertTrue(task.isCancelled());
        assertThrows(CancellationException.class, task::get);
    }

    @Test
    void taskThatCallsGoexit_isCancelled() {
        try (GoroutineExecutor executor = new GoroutineExecutor()) {
            Future<?> runnable = executor.submit((Runnable) Go::goexit);
            Future<?> callable = executor.submit(() -> {
                Go.goexit();
                return true;
            });
            List<Callable<Integer>> one = List.of(() -> {
                Go.goexit();
                return 1;
            });
            assertThrows(CancellationException.class, () -> runnable.get(LONG, TimeUnit.SECONDS));
            assertThrows(CancellationException.class, () -> callable.get(LONG, TimeUnit.SECONDS));
            assertThrows(ExecutionException.class, () -> executor.invokeAny(one));
        }
    }

    @Test
    void text_saysWhatThereIs() {
        GoroutineExecutor executor = new GoroutineExecutor();
        assertEquals("GoroutineExecutor[open, 0 tasks]", executor.toString());
        assertEquals(
                "command",
                assertThrows(NullPointerException.class, () -> executor.execute(null))
                        .getMessage());
        executor.close();
        assertEquals("GoroutineExecutor[terminated, 0 tasks]", executor.toString());
    }

    /** Even just after its count has said so. */
    @Test
    void awaitTermination_ofAnExecutorThatIsTerminated_saysSoAtOnce() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            GoroutineExecutor executor = new GoroutineExecutor();
            executor.execute(() -> {});
            executor.shutdown();
            while (!executor.isTerminated()) {
                Thread.onSpinWait();
            }
            assertTrue(executor.awaitTermination(0, TimeUnit.NANOSECONDS));
        }
    }

    /** A task that ends just as somebody begins to wait for it is not missed. */
    @Test
    void goroutineThatWaits_isToldOfEachEnd() {
        Callable<Integer> task = () -> 1;
        Go.run(() -> {
            try (GoroutineExecutor executor = new GoroutineExecutor()) {
                for (int i = 0; i < 5_000; i++) {
                    assertEquals(1, executor.submit(task).get());
                    assertEquals(1, executor.invokeAny(List.of(task)));
                }
            }
        });
    }

    @Test
    void invokeAny_startsNoMoreOnceOneHasSucceeded() {
        AtomicInteger ran = new AtomicInteger();
        Callable<Integer> fails = () -> {
            ran.incrementAndGet();
            throw new Exception("no");
        };
        Go.run(() -> {
            GoroutineExecutor executor = new GoroutineExecutor(GoroutineExecutorTest::atOnce);
            assertEquals(2, executor.invokeAny(List.of(fails, ran::incrementAndGet, fails)));
            executor.close();
        });
        assertEquals(2, ran.get());
    }

    private static void atOnce(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private interface Wait {
        void of(GoroutineExecutor executor, Callable<Integer> task) throws Exception;
    }

    /** A thread that uses channels may keep deadlocks from being seen. */
    @Test
    void threadThatIsNoGoroutine_blocksInTheJdk() throws Exception {
        List<Wait> waits = List.of(
                (executor, task) -> executor.submit(task).get(),
                (executor, task) -> executor.submit(task).get(LONG, TimeUnit.SECONDS),
                (executor, task) -> executor.invokeAll(List.of(task), LONG, TimeUnit.SECONDS),
                (executor, task) -> executor.invokeAny(List.of(task)),
                (executor, task) -> executor.invokeAny(List.of(task), LONG, TimeUnit.SECONDS));
        for (Wait wait : waits) {
            Chan<Integer> one = chan();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            try (GoroutineExecutor executor = new GoroutineExecutor()) {
                Thread waiting = Thread.ofPlatform().start(() -> {
                    try {
                        wait.of(executor, () -> one.recv().get());
                    } catch (Exception e) {
                        failure.set(e);
                    }
                });
                while (!isOfTheJdk(LockSupport.getBlocker(waiting))) {
                    Thread.onSpinWait();
                }
                one.send(1);
                waiting.join();
            }
            assertNull(failure.get());
        }
    }

    private static boolean isOfTheJdk(Object blocker) {
        return blocker instanceof Future
                || (blocker != null && blocker.getClass().getName().startsWith("java.util.concurrent."));
    }
}
