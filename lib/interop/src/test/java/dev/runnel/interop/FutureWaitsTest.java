package dev.runnel.interop;

import static dev.runnel.Go.go;
import static dev.runnel.interop.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What ends a wait for a future once the wait has begun: on one P, others run only then. */
@NoLeaks
class FutureWaitsTest {

    private final CompletableFuture<String> future = new CompletableFuture<>();

    private static void onOneP(Body body) {
        Go.run(OneP.SETTINGS, body);
    }

    @Test
    void itsContext() {
        onOneP(() -> {
            try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
                Exception why = new Exception("enough");
                go(() -> context.cancel(why));
                Canceled thrown = assertThrows(Canceled.class, () -> await(future, context));
                assertSame(why, thrown.getCause());
                assertFalse(future.isDone());
                assertEquals(0, future.getNumberOfDependents());
            }
        });
    }

    @Test
    void anInterrupt() {
        onOneP(() -> {
            Thread waiting = Thread.currentThread();
            go(waiting::interrupt);
            assertThrows(InterruptedException.class, () -> await(future, Context.background()));
            go(waiting::interrupt);
            assertThrows(InterruptedException.class, () -> await(future, Duration.ofDays(1)));
            go(waiting::interrupt);
            assertThrows(InterruptedException.class, () -> await(future));
            assertFalse(Thread.currentThread().isInterrupted());
            assertEquals(0, future.getNumberOfDependents());
        });
    }

    /** It is not a wait in the JDK, even when the clock has gone as far as it goes. */
    @Test
    void nobodyInABubble_isADeadlock() {
        assertThrows(DeadlockException.class, () -> Bubble.run(() -> await(future)));
        assertThrows(
                DeadlockException.class,
                () -> Bubble.run(() -> {
                    try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
                        await(future, context);
                    }
                }));
        assertEquals(0, future.getNumberOfDependents());
    }

    /** The future is the outcome, although the context has ended as well by the time the waiter goes on. */
    @Test
    void theFuture_beforeItsContext() {
        onOneP(() -> {
            try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
                go(() -> {
                    future.complete("done");
                    context.cancel();
                });
                assertEquals("done", await(future, context));
            }
        });
    }
}
