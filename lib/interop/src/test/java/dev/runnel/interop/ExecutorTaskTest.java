package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command of an executor that is interrupted, or has been taken, as it ends. */
@NoLeaks
class ExecutorTaskTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final GoroutineExecutor executor = new GoroutineExecutor();

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Its thread belongs to another goroutine afterwards. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void commandThatEndsAsItIsInterrupted_waitsForThat(boolean fails) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupts = new CountDownLatch(1);
        CountDownLatch mayInterrupt = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicBoolean interrupted = new AtomicBoolean();
        Runnable command = () -> {
            begun.countDown();
            await(interrupts);
            if (fails) {
                throw new IllegalStateException("planted");
            }
        };
        ExecutorTask task = new ExecutorTask(executor, command, null);
        Runnable runsIt = () -> {
            try {
                task.run();
            } catch (IllegalStateException planted) {
                assertTrue(fails);
            }
            interrupted.set(Thread.interrupted());
            ended.set(true);
        };
        Thread runs = new Thread(runsIt) {
            @Override
            public void interrupt() {
                interrupts.countDown();
                await(mayInterrupt);
                super.interrupt();
            }
        };
        runs.start();
        begun.await();
        Thread.ofPlatform().start(task::interrupt);
        while (!ended.get() && !yields(runs)) {
            Thread.onSpinWait();
        }
        mayInterrupt.countDown();
        runs.join();
        assertTrue(interrupted.get());
    }

    private static boolean yields(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("yield"));
    }

    @Test
    void commandThatHasEnded_isNotInterrupted() {
        ExecutorTask task = new ExecutorTask(executor, () -> {}, null);
        task.run();
        task.interrupt();
        assertFalse(Thread.interrupted());
    }

    @Test
    void taskThatExits_isNotInterrupted() {
        Chan<Boolean> interrupted = chan();
        GoroutineExecutor wrapping = new GoroutineExecutor(body -> go(() -> {
            body.run();
            interrupted.send(Thread.interrupted());
        }));
        Future<?> task = wrapping.submit((Runnable) Go::goexit);
        assertFalse(interrupted.recv().get());
        assertTrue(task.isCancelled());
        wrapping.close();
    }

    /** As where the interrupt closes a channel of the JDK's, and that fails. */
    @Test
    void commandWhoseInterruptFails_ends() throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        AtomicReference<ExecutorTask> task = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        task.set(new ExecutorTask(
                executor,
                () -> {
                    try {
                        task.get().interrupt();
                    } catch (IllegalStateException e) {
                        failure.set(e);
                    }
                },
                null));
        Thread runs = new Thread(() -> task.get().run()) {
            @Override
            public void interrupt() {
                throw planted;
            }
        };
        runs.setDaemon(true);
        runs.start();
        assertTrue(runs.join(LONG));
        assertSame(planted, failure.get());
    }

    /** The one that the executor has given it back to may run it. */
    @Test
    void taskThatIsGivenBack_isNotCancelledAsItsGoroutineEnds() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor stopped = new GoroutineExecutor(held::add);
        Future<Integer> task = stopped.submit(() -> 1);
        List<Runnable> givenBack = stopped.shutdownNow();
        ((Task) held.get(0)).ended(false);
        assertTrue(stopped.isTerminated());
        while (isToldAside()) {
            Thread.onSpinWait();
        }
        assertFalse(task.isDone());
        givenBack.get(0).run();
        assertEquals(1, task.get());
    }

    private static boolean isToldAside() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("runnel-aside"));
    }
}
