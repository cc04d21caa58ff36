package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.Body;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.Schedules;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The context of an executor whose tasks are goroutines: when it ends, and what becomes of actions that fail then. */
@NoLeaks
class GoroutineExecutorContextTest {

    private static final long LONG = 60;

    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void context_endsWithTheService() {
        GoroutineExecutor executor = new GoroutineExecutor();
        executor.submit(() -> 1);
        executor.close();
        executor.context().done().recv();
        assertTrue(executor.isTerminated());
    }

    @Test
    void context_endsOnceTheServiceSaysThatItHasTerminated() {
        GoroutineExecutor executor = new GoroutineExecutor();
        Chan<Boolean> terminated = chan(1);
        executor.context()
                .onDone(() -> terminated.send(executor.done().tryRecv().isClosed()));
        executor.close();
        assertTrue(terminated.recv().get());
    }

    @Test
    void contextOfABubble_endsThere() {
        Bubble.run(1, () -> {
            GoroutineExecutor executor = new GoroutineExecutor();
            go(() -> executor.context().done().recv());
            executor.execute(() -> {});
            executor.close();
        });
        Bubble.run(1, () -> {
            GoroutineExecutor idle = new GoroutineExecutor();
            idle.close();
            idle.context().done().recv();
        });
    }

    @Test
    void contextEndsWithTheLastTask_inAllSchedules() {
        Schedules.check(50, () -> {
            GoroutineExecutor executor = new GoroutineExecutor();
            executor.execute(() -> {});
            executor.execute(() -> {});
            executor.shutdown();
            executor.context().done().recv();
            assertTrue(executor.isTerminated());
        });
    }

    /** What the command fails with is reported, and the other failure is not lost. */
    @Test
    void actionOfTheContextFails_isNotToldInsteadOfTheCommand() throws Exception {
        RuntimeException why = new RuntimeException("no");
        IllegalStateException planted = new IllegalStateException("planted");
        assertSame(why, failureWhereBothFail(() -> throwing(why), planted));
        assertEquals(List.of(planted), List.of(why.getSuppressed()));
    }

    @Test
    void actionOfTheContextFails_byWhatTheCommandThrows_whichIsToldOnce() throws Exception {
        RuntimeException why = new RuntimeException("no");
        assertSame(why, failureWhereBothFail(() -> throwing(why), why));
        assertEquals(0, why.getSuppressed().length);
    }

    /** Exiting is no failure, and hides none. */
    @Test
    void actionOfTheContextFails_asTheLastCommandExits_isTheFailureOfItsGoroutine() throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        assertSame(planted, failureWhereBothFail(Go::goexit, planted));
    }

    private static void throwing(RuntimeException why) {
        throw why;
    }

    /** The command is the last, and an action fails at the end of the context. */
    private static Throwable failureWhereBothFail(Runnable command, RuntimeException action) throws Exception {
        Chan<Throwable> failed = chan(1);
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.setFailureHandler((goroutine, thrown) -> failed.send(thrown));
            GoroutineExecutor executor = new GoroutineExecutor(runtime::go);
            executor.context().onDone(() -> {
                throw action;
            });
            Chan<Void> mayEnd = chan();
            executor.execute(() -> {
                mayEnd.recv();
                command.run();
            });
            executor.shutdown();
            mayEnd.close();
            Throwable told = failed.recv().get();
            assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
            return told;
        }
    }

    @Test
    void actionOfTheContextFails_isNotToldInsteadOfTheRefusal() {
        IllegalStateException planted = new IllegalStateException("planted");
        List<GoroutineExecutor> shutDown = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(body -> {
            shutDown.get(0).shutdown();
            throw new IllegalStateException("no");
        });
        shutDown.add(executor);
        executor.context().onDone(() -> {
            throw planted;
        });
        RejectedExecutionException refused =
                assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertEquals(List.of(planted), List.of(refused.getSuppressed()));
        assertTrue(executor.isTerminated());
    }

    @Test
    void actionOfTheContextFails_afterTheLastTask_isAFailureOfItsGoroutine() throws Exception {
        IllegalStateException planted = new IllegalStateException("planted");
        Chan<Throwable> failed = chan(1);
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.setFailureHandler((goroutine, thrown) -> failed.send(thrown));
            GoroutineExecutor executor = new GoroutineExecutor(runtime::go);
            executor.context().onDone(() -> {
                throw planted;
            });
            Chan<Void> mayEnd = chan();
            Future<Integer> task = executor.submit(() -> {
                mayEnd.recv();
                return 1;
            });
            executor.shutdown();
            mayEnd.close();
            assertSame(
                    planted, failed.tryRecv(Duration.ofSeconds(LONG)).toOption().get());
            assertEquals(1, task.get());
            assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
        }
    }

    /** By a thread that may run users' code. */
    @Test
    void contextWhoseLastTaskNeverBegins_isEndedByAnotherThread() {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        Chan<Thread> ends = chan(1);
        executor.context().onDone(() -> ends.send(Thread.currentThread()));
        executor.execute(() -> {});
        executor.shutdown();
        ((Task) held.get(0)).ended(false);
        assertNotSame(Thread.currentThread(), ends.recv().get());
    }

    /** Nobody has been given it. */
    @Test
    void shutdownNow_actionOfTheContextFails_takesNoTask() throws Exception {
        List<Body> held = new ArrayList<>();
        GoroutineExecutor executor = new GoroutineExecutor(held::add);
        executor.context().onDone(() -> {
            throw new IllegalStateException("planted");
        });
        Future<Boolean> task = executor.submit(Thread::interrupted);
        assertThrows(IllegalStateException.class, executor::shutdownNow);
        go(held.get(0));
        assertTrue(task.get(LONG, TimeUnit.SECONDS));
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
    }

    @Test
    void shutdownNow_actionOfTheContextFails_interruptsAllTheSame() throws Exception {
        GoroutineExecutor executor = new GoroutineExecutor();
        executor.context().onDone(() -> {
            throw new IllegalStateException("planted");
        });
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        executor.execute(() -> {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        begun.await();
        assertThrows(IllegalStateException.class, executor::shutdownNow);
        interrupted.await();
        assertTrue(executor.awaitTermination(LONG, TimeUnit.SECONDS));
    }
}
