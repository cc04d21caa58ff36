package dev.runnel.context;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.jvm.ShutdownHooks;
import dev.runnel.scheduler.DeadlockException;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a shutdown of the JVM does to a context, and what that does to the shutdown; X1, P77. */
class ShutdownTest {

    private static final Duration LONG = Duration.ofDays(1);

    /** Begins the shutdown as the JVM does. */
    private static Thread begin(Shutdown shutdown) {
        return Thread.ofPlatform().start(shutdown::begun);
    }

    private static Shutdown open(Duration grace) {
        return Shutdown.open(Context.background(), grace);
    }

    @Test
    void close_cancelsTheContext_asAnyIs() {
        Shutdown shutdown = open(LONG);
        assertEquals(Option.none(), shutdown.context().err());
        shutdown.close();
        CancelTest.assertCanceled(shutdown.context());
        assertInstanceOf(Canceled.class, shutdown.context().cause().get());
    }

    @Test
    void begun_endsTheContext_andWaitsForTheClose() throws InterruptedException {
        Shutdown shutdown = open(LONG);
        Thread hook = begin(shutdown);
        shutdown.context().done().recv();
        assertInstanceOf(Canceled.class, shutdown.context().err().get());
        assertInstanceOf(Shutdown.Begun.class, shutdown.context().cause().get());
        Await.until(() -> hook.getState() == Thread.State.TIMED_WAITING);
        shutdown.close();
        hook.join();
    }

    @Test
    void begun_waitsNoLongerThanTheGrace() throws InterruptedException {
        for (Duration grace : new Duration[] {Duration.ZERO, Duration.ofMillis(1)}) {
            try (Shutdown shutdown = open(grace)) {
                begin(shutdown).join();
                assertInstanceOf(
                        Shutdown.Begun.class, shutdown.context().cause().get());
            }
        }
    }

    @Test
    void begun_isInterrupted_waitsNoLonger() throws InterruptedException {
        try (Shutdown shutdown = open(LONG)) {
            Thread hook = begin(shutdown);
            hook.interrupt();
            hook.join();
            assertInstanceOf(Shutdown.Begun.class, shutdown.context().cause().get());
        }
    }

    @Test
    void begun_whatFollowsTheContextFails_waitsForTheCloseAllTheSame() throws InterruptedException {
        Shutdown shutdown = open(LONG);
        IllegalStateException failure = new IllegalStateException("of what follows");
        shutdown.context().onDone(() -> {
            throw failure;
        });
        Throwable[] thrown = {null};
        Thread hook = Thread.ofPlatform()
                .uncaughtExceptionHandler((thread, e) -> thrown[0] = e)
                .start(shutdown::begun);
        Await.until(() -> hook.getState() == Thread.State.TIMED_WAITING);
        shutdown.close();
        hook.join();
        assertSame(failure, thrown[0]);
    }

    @Test
    void close_whatFollowsTheContextFails_takesItsHookBackAllTheSame() {
        Shutdown shutdown = open(LONG);
        shutdown.context().onDone(() -> {
            throw new IllegalStateException("of what follows");
        });
        assertThrows(IllegalStateException.class, shutdown::close);
        assertFalse(ShutdownHooks.anyIsSet());
    }

    @Test
    void parentEnds_soDoesTheContext() {
        CancelContext parent = Context.withCancel(Context.background());
        try (Shutdown shutdown = Shutdown.open(parent, LONG)) {
            parent.cancel();
            CancelTest.assertCanceled(shutdown.context());
        }
    }

    @Test
    void parentHasEnded_soHasTheContext() {
        CancelCauseContext parent = Context.withCancelCause(Context.background());
        IllegalStateException cause = new IllegalStateException("of the parent");
        parent.cancel(cause);
        try (Shutdown shutdown = Shutdown.open(parent, LONG)) {
            CancelTest.assertCanceled(shutdown.context());
            assertSame(cause, shutdown.context().cause().get());
        }
    }

    @Test
    void close_byManyAtOnce_takesTheHookBackOnce() throws InterruptedException {
        try (Shutdown other = open(LONG)) {
            Shutdown shutdown = open(LONG);
            List<Thread> closing = Stream.generate(() -> Thread.ofPlatform().start(shutdown::close))
                    .limit(10)
                    .toList();
            for (Thread thread : closing) {
                thread.join();
            }
            assertTrue(ShutdownHooks.anyIsSet(), other::toString);
        }
        assertFalse(ShutdownHooks.anyIsSet());
    }

    @Test
    void hook_isSetWhileOneIsOpen_howeverOftenTheOtherIsClosed() {
        assertFalse(ShutdownHooks.anyIsSet());
        Shutdown first = open(LONG);
        Shutdown second = open(LONG);
        first.close();
        first.close();
        assertTrue(ShutdownHooks.anyIsSet());
        second.close();
        assertFalse(ShutdownHooks.anyIsSet());
    }

    @Test
    void close_takesItsHookBackFromTheJvm_andItsContextFromItsParent() {
        CancelContext parent = Context.withCancel(Context.background());
        Shutdown shutdown = Shutdown.open(parent, LONG);
        assertTrue(Runtime.getRuntime().removeShutdownHook(shutdown.hook()));
        shutdown.close();
        Shutdown other = Shutdown.open(parent, LONG);
        other.close();
        assertFalse(Runtime.getRuntime().removeShutdownHook(other.hook()));
        assertEquals(0, CancelTest.children(parent));
        assertFalse(ShutdownHooks.anyIsSet());
    }

    @Test
    void badArguments_areNamed_andNothingIsSet() {
        assertEquals(
                "the grace is negative: PT-1S",
                assertThrows(IllegalArgumentException.class, () -> open(Duration.ofSeconds(-1)))
                        .getMessage());
        assertEquals(
                "grace",
                assertThrows(NullPointerException.class, () -> open(null)).getMessage());
        assertEquals(
                "cannot create context from nil parent",
                assertThrows(NullPointerException.class, () -> Shutdown.open(null, LONG))
                        .getMessage());
        assertFalse(ShutdownHooks.anyIsSet());
    }

    /**
     * The detection does not see the sender here, as it does not see the JVM's signals. The delay is the subject: a few
     * times what it takes to find a deadlock.
     */
    @Test
    void run_standsStillWhileOneIsOpen_isNoDeadlock() {
        try (ScheduledExecutorService unseen = Executors.newSingleThreadScheduledExecutor(
                body -> Thread.ofPlatform().daemon().unstarted(body))) {
            Chan<Integer> c = chan(1);
            unseen.schedule(() -> {}, 0, TimeUnit.SECONDS); // so that its thread is there before the runs
            long begun = System.nanoTime();
            assertThrows(DeadlockException.class, () -> run(() -> c.recv()));
            unseen.schedule(() -> c.send(7), 3 * (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
            run(() -> {
                try (Shutdown shutdown = open(LONG)) {
                    assertEquals(7, c.recv(shutdown.context()).get());
                }
            });
        }
    }
}
