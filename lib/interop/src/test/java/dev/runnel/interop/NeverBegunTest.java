package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Attended;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks of an executor whose goroutines never begin because their runtime closes: whoever waits for them is told. */
@NoLeaks
class NeverBegunTest {

    private static final long LONG = 60;

    @Test
    void taskThatNeverBegins_isCancelled() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Future<?> task = executor.submit(() -> true);
        ((Task) held.get(0)).ended(false); // as an M does that finds the runtime closing
        assertThrows(CancellationException.class, () -> task.get(LONG, TimeUnit.SECONDS));
        executor.shutdown();
        assertTrue(executor.isTerminated());
    }

    @Test
    void taskThatNeverBegins_isCancelled_alsoIfTheCommonPoolIsBusy() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Future<?> task = executor.submit(() -> true);
        executor.shutdown();
        try (BusyCommonPool busy = new BusyCommonPool()) {
            ((Task) held.get(0)).ended(false);
            assertThrows(CancellationException.class, () -> task.get(LONG, TimeUnit.SECONDS));
            assertTrue(executor.isTerminated());
            assertTrue(
                    executor.context().done().tryRecv(Duration.ofSeconds(LONG)).isClosed());
        }
    }

    /** A task that is queued behind a goroutine which closes the runtime. */
    @ParameterizedTest
    @MethodSource("wrapping")
    void wrappedTaskThatNeverBegins_isCancelled(UnaryOperator<Starter> wrapping) throws Exception {
        Chan<GoroutineExecutor> executors = chan(1);
        Chan<Future<Integer>> futures = chan(1);
        AtomicInteger ran = new AtomicInteger();
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            Starter starter = wrapping.apply(runtime::go);
            runtime.go(() -> {
                GoroutineExecutor executor = new GoroutineExecutor(starter);
                executors.send(executor);
                futures.send(executor.submit(ran::incrementAndGet));
                runtime.close();
            });
            GoroutineExecutor executor = executors.recv().get();
            Future<Integer> task = futures.recv().get();
            assertThrows(CancellationException.class, () -> task.get(LONG, TimeUnit.SECONDS));
            executor.close();
        }
        assertEquals(0, ran.get());
    }

    static List<UnaryOperator<Starter>> wrapping() {
        return List.of(
                plain -> plain,
                plain -> Scope.open()::go,
                plain -> body -> plain.go(() -> body.run()),
                plain -> plain.capturing(ContextCapture.of(new ThreadLocal<String>())));
    }

    @Test
    void completionServiceOfATaskThatNeverBegins_givesItCancelled() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        CompletionService<Integer> service = new ExecutorCompletionService<>(executor);
        Future<Integer> task = service.submit(() -> 1);
        ((Task) held.get(0)).ended(false);
        assertSame(task, service.take());
        assertTrue(task.isCancelled());
        executor.close();
    }

    @Test
    void invokeAnyOfATaskThatNeverBegins_fails() {
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS);
                GoroutineExecutor executor = new GoroutineExecutor(body -> runtime.go(() -> {
                    runtime.go(body);
                    runtime.close();
                }))) {
            List<Callable<Integer>> tasks = List.of(() -> 1);
            ExecutionException failure = assertThrows(ExecutionException.class, () -> executor.invokeAny(tasks));
            assertInstanceOf(CancellationException.class, failure.getCause());
        }
    }

    /** All futures are made before the first is executed. */
    @Test
    void taskThatNeverBegins_cancelsNoOther() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            held.add(body);
            if (held.size() > 1) {
                ((Task) held.get(0)).ended(false);
                go(body);
            }
        });
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> {
            Future<?> first = (Future<?>) ((ExecutorTask) held.get(0)).command;
            while (!first.isDone()) {
                Go.gosched();
            }
            return 2;
        });
        List<Future<Integer>> futures = executor.invokeAll(tasks, LONG, TimeUnit.SECONDS);
        assertTrue(futures.get(0).isCancelled());
        assertEquals(2, futures.get(1).get());
        executor.close();
    }

    /** Whoever waits for the one that completes looks at the other then. */
    @Test
    void completionServiceOfATaskThatNeverBegins_givesItWhenItIsCancelled() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Chan<Boolean> given = chan(1);
        BlockingQueue<Future<Integer>> ends = new LinkedBlockingQueue<>() {
            private static final long serialVersionUID = 1;

            @Override
            public boolean add(Future<Integer> task) {
                return given.trySend(task.isCancelled());
            }
        };
        new ExecutorCompletionService<>(executor, ends).submit(() -> 1);
        ((Task) held.get(0)).ended(false);
        assertTrue(given.recv().get());
        executor.close();
    }

    /** By a thread that may run users' code. */
    @Test
    void futureThatNeverBegins_isCancelledByAnotherThread() {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Chan<Thread> cancels = chan(1);
        executor.execute(new FutureTask<>(() -> 1) {
            @Override
            protected void done() {
                cancels.send(Thread.currentThread());
            }
        });
        ((Task) held.get(0)).ended(false);
        assertNotSame(Thread.currentThread(), cancels.recv().get());
        executor.close();
    }

    /** The one that the executor has given it back to may run it. */
    @Test
    void taskThatIsGivenBack_isNotCancelledAsItIsSkipped() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Future<Integer> task = executor.submit(() -> 1);
        List<Runnable> givenBack = executor.shutdownNow();
        ((Skippable) held.get(0)).skipped();
        assertTrue(executor.isTerminated());
        assertFalse(task.isDone());
        givenBack.get(0).run();
        assertEquals(1, task.get());
    }

    @Test
    void taskThatCannotBeCancelledAsItIsSkipped_hasEndedAllTheSame() {
        IllegalStateException planted = new IllegalStateException("planted");
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        executor.execute(new FutureTask<>(() -> 1) {
            @Override
            protected void done() {
                throw planted;
            }
        });
        executor.shutdown();
        assertSame(planted, assertThrows(IllegalStateException.class, ((Skippable) held.get(0))::skipped));
        assertTrue(executor.isTerminated());
    }

    /** The other goroutine is one that the starter needed besides. */
    @Test
    void taskThatRunsAsAnotherGoroutineEnds_hasNotEnded() {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Chan<Void> mayEnd = chan();
        Chan<Void> begun = chan();
        executor.execute(() -> {
            begun.close();
            mayEnd.recv();
        });
        executor.shutdown();
        go(held.get(0));
        begun.recv();
        ((Attended.Attendant) held.get(0)).oneEnded(true);
        assertFalse(executor.isTerminated());
        mayEnd.close();
        executor.close();
    }

    /** It was not yet known to the one that interrupted all others. */
    @Test
    void taskOfAnExecutorThatHasBeenStopped_isInterrupted() {
        GoroutineExecutor executor = new GoroutineExecutor();
        executor.shutdownNow();
        AtomicBoolean interrupted = new AtomicBoolean();
        new ExecutorTask(executor, () -> interrupted.set(Thread.interrupted()), null).run();
        assertTrue(interrupted.get());
    }

    /** Not even one that its thread had submitted before. */
    @Test
    void futureThatIsExecutedAndNeverBegins_cancelsNoOther() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Future<Integer> submitted = executor.submit(() -> 1);
        FutureTask<Integer> executed = new FutureTask<>(() -> 2);
        executor.execute(executed);
        ((Task) held.get(1)).ended(false);
        assertThrows(CancellationException.class, () -> executed.get(LONG, TimeUnit.SECONDS));
        assertFalse(submitted.isCancelled());
        go(held.get(0));
        assertEquals(1, submitted.get(LONG, TimeUnit.SECONDS));
        executor.close();
    }
}
