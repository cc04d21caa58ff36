package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.junit.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Executors that have their goroutines started by somebody else: a scope, or whatever the user likes. */
@NoLeaks
class GoroutineExecutorStarterTest {

    private static final long LONG = 60;

    @Test
    void scopesStarter_isToldOfTheEndsOfTasks() throws Exception {
        try (Scope scope = Scope.open()) {
            GoroutineExecutor executor = new GoroutineExecutor(scope::go);
            Future<Integer> task = executor.submit(() -> 1);
            executor.close();
            assertEquals(1, task.get());
            executor.context().done().recv();
        }
    }

    @Test
    void starterThatWraps_andNeedsAGoroutineOfItsOwn_isTold() {
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            go(() -> {});
            go(() -> body.run());
            go(() -> {});
        });
        Chan<Boolean> mayEnd = chan();
        executor.execute(() -> mayEnd.recv());
        executor.shutdown();
        assertFalse(executor.isTerminated());
        mayEnd.send(true);
        executor.close();
    }

    @Test
    void starterThatHasTheBodyRunElsewhere_isToldOfTheEndsOfTasks() throws Exception {
        Chan<Body> bodies = chan();
        for (int i = 0; i < 2; i++) {
            go(() -> {
                for (Body body : bodies) {
                    body.run();
                }
            });
        }
        GoroutineExecutor executor = new GoroutineExecutor(bodies::send);
        assertEquals(42, executor.submit(() -> 42).get());
        executor.shutdown();
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
        bodies.close();
    }

    @Test
    void executorOfAClosedScope_refusesAndTerminates() {
        Scope scope = Scope.open();
        scope.close();
        GoroutineExecutor executor = new GoroutineExecutor(scope::go);
        RejectedExecutionException refused =
                assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertInstanceOf(IllegalStateException.class, refused.getCause());
        assertTrue(refused.getMessage().startsWith("the executor cannot start a goroutine: it takes no "));
        executor.close();
        assertTrue(executor.isTerminated());
    }

    /** Although the task has been given back by then. */
    @Test
    void starterThatFailsAsTheExecutorIsStopped_refuses() {
        IllegalStateException why = new IllegalStateException("no");
        GoroutineExecutor[] stopped = new GoroutineExecutor[1];
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            assertEquals(1, stopped[0].shutdownNow().size());
            throw why;
        });
        stopped[0] = executor;
        RejectedExecutionException refused =
                assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertSame(why, refused.getCause());
        assertTrue(executor.isTerminated());
    }

    @Test
    void starterThatFails_andHasTheBodyRunLater_runsNothing() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            held.add(body);
            throw new IllegalStateException("no");
        });
        AtomicInteger ran = new AtomicInteger();
        assertThrows(RejectedExecutionException.class, () -> executor.execute(ran::incrementAndGet));
        held.get(0).run();
        assertEquals(0, ran.get());
        executor.close();
    }

    /** Whatever it fails with. */
    @Test
    void starterThatFailsOtherwise_andHasTheBodyRunLater_runsNothing() throws Exception {
        AssertionError planted = new AssertionError("planted");
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            held.add(body);
            throw planted;
        });
        AtomicInteger ran = new AtomicInteger();
        assertSame(planted, assertThrows(AssertionError.class, () -> executor.execute(ran::incrementAndGet)));
        held.get(0).run();
        assertEquals(0, ran.get());
        executor.close();
    }

    /** It has not been refused, and its end is waited for. */
    @Test
    void starterThatFailsOnceTheTaskHasBegun_isToldOfItsEnd() {
        IllegalStateException why = new IllegalStateException("no");
        Chan<Void> begun = chan();
        Chan<Void> mayEnd = chan();
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            go(body);
            begun.recv();
            throw why;
        });
        Runnable command = () -> {
            begun.close();
            mayEnd.recv();
        };
        assertSame(why, assertThrows(IllegalStateException.class, () -> executor.execute(command)));
        executor.shutdown();
        boolean terminated = executor.isTerminated();
        mayEnd.close();
        assertFalse(terminated);
        executor.close();
    }

    /** It has not been refused: it was run. */
    @Test
    void starterThatRunsTheBodyItself_throwsWhatTheCommandDoes() {
        IllegalStateException why = new IllegalStateException("no");
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            try {
                body.run();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertSame(
                why,
                assertThrows(
                        IllegalStateException.class,
                        () -> executor.execute(() -> {
                            throw why;
                        })));
        executor.close();
    }
}
