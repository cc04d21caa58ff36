package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.interop.Futures.await;
import static dev.runnel.interop.Futures.goFuture;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.control.Try;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Goroutines that await futures, and futures as channels. */
@NoLeaks
class FuturesTest {

    private final CompletableFuture<String> future = new CompletableFuture<>();

    // ---------------------------------------------------------------- await

    @Test
    void await_leavesItsProcessorToOthers() {
        Go.run(OneP.SETTINGS, () -> {
            go(() -> future.complete("done"));
            assertEquals("done", await(future));
            assertEquals("done", await(future));
        });
    }

    @Test
    void await_worksOnAnyThread() throws Exception {
        go(() -> future.complete("done"));
        assertEquals("done", await(future));
    }

    @Test
    void await_givesNull() throws Exception {
        future.complete(null);
        assertNull(await(future));
    }

    /** The future may never be done, and many give up waiting for it. */
    @Test
    void await_thatIsGivenUp_leavesNothingWithTheFuture() {
        CancelCauseContext context = Context.withCancelCause(Context.background());
        for (int i = 0; i < 100; i++) {
            assertThrows(TimeoutException.class, () -> await(future, Duration.ZERO));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> await(future));
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> await(future, context));
        }
        assertEquals(0, future.getNumberOfDependents());
        context.cancel(null);
    }

    @Test
    void await_throwsAsGetDoes() {
        Exception why = new Exception("no");
        go(() -> future.completeExceptionally(why));
        assertSame(
                why, assertThrows(ExecutionException.class, () -> await(future)).getCause());
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        go(() -> cancelled.cancel(true));
        assertThrows(CancellationException.class, () -> await(cancelled));
    }

    @Test
    void await_isEndedByAnInterrupt() {
        Chan<Thread> waiting = chan();
        Chan<Throwable> ended = chan();
        go(() -> {
            waiting.send(Thread.currentThread());
            ended.send(assertThrows(InterruptedException.class, () -> await(future)));
        });
        waiting.recv().get().interrupt();
        assertTrue(ended.recv().isDefined());
        assertFalse(future.isDone());
    }

    @Test
    void await_ofWhatIsDone_isNotEndedByAnInterrupt() throws Exception {
        future.complete("done");
        Thread.currentThread().interrupt();
        assertEquals("done", await(future));
        assertEquals("done", await(future, Duration.ofDays(1)));
        assertEquals("done", await(future, Context.background()));
        assertTrue(Thread.interrupted());
    }

    @Test
    void awaitWithAContextThatIsOver_looksAtThatFirst() {
        try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
            Exception why = new Exception("enough");
            context.cancel(why);
            future.complete("too late");
            Canceled thrown = assertThrows(Canceled.class, () -> await(future, context));
            assertSame(why, thrown.getCause());
        }
    }

    @Test
    void awaitWithAContext_givesTheValue() throws Exception {
        try (CancelCauseContext context = Context.withCancelCause(Context.background())) {
            go(() -> future.complete("done"));
            assertEquals("done", await(future, context));
        }
    }

    @Test
    void await_isEndedByItsTimeout() throws Exception {
        assertThrows(TimeoutException.class, () -> await(future, Duration.ofMillis(1)));
        assertThrows(TimeoutException.class, () -> await(future, Duration.ZERO));
        go(() -> future.complete("done"));
        assertEquals("done", await(future, Duration.ofDays(1)));
    }

    @Test
    void await_withoutATimeoutIsRefused_thoughTheFutureIsDone() {
        Duration none = null;
        assertEquals(
                "timeout",
                assertThrows(
                                NullPointerException.class,
                                () -> Futures.await(CompletableFuture.completedFuture(1), none))
                        .getMessage());
    }

    @Test
    void await_thatIsOverAsTheFutureIsDone_givesTheValue() throws Exception {
        CompletableFuture<String> late = new CompletableFuture<>() {
            private int looks;

            @Override
            public boolean isDone() {
                if (++looks == 2) {
                    complete("late");
                }
                return super.isDone();
            }
        };
        assertEquals("late", await(late, Duration.ZERO));
    }

    /** By the bubble's clock. */
    @Test
    void awaitWithAContext_parksForAsLongAsItTakes() {
        Bubble.run(() -> {
            go(() -> {
                Go.sleep(Duration.ofDays(365));
                future.complete("done");
            });
            assertEquals("done", await(future, Context.background()));
        });
    }

    @Test
    void await_takesTheTimeOfItsBubble() {
        Bubble.run(() -> {
            Instant begin = Go.now();
            CompletableFuture<Integer> inAnHour = goFuture(() -> {
                Go.sleep(Duration.ofHours(1));
                return 1;
            });
            assertEquals(1, await(inAnHour));
            assertEquals(begin.plus(Duration.ofHours(1)), Go.now());
        });
    }

    // ---------------------------------------------------------------- channel

    @Test
    void channel_givesOnceForASelect() {
        RecvChan<Try<String>> channel = Futures.channel(future);
        RecvChan<Try<String>> never = Futures.channel(new CompletableFuture<>());
        go(() -> future.complete("done"));
        String got = Go.choose()
                .recv(channel, value -> value.get().get())
                .recv(never, value -> "never")
                .get();
        assertEquals("done", got);
        assertTrue(channel.recv().isEmpty());
    }

    @Test
    void channel_givesFailuresAsTheyWereThrown() {
        IllegalStateException why = new IllegalStateException("no");
        CompletableFuture<String> dependent = future.thenApply(value -> value + "!");
        RecvChan<Try<String>> channel = Futures.channel(dependent);
        future.completeExceptionally(why);
        assertSame(why, channel.recv().get().getCause());
        assertTrue(channel.recv().isEmpty());
    }

    /** Only what a stage has made of another one's failure is taken apart. */
    @Test
    void channel_givesFailuresWithAndWithoutACause() {
        for (Exception why :
                List.of(new Exception("half", new Exception("deeper")), new CompletionException("alone", null))) {
            assertSame(
                    why,
                    Futures.channel(CompletableFuture.failedFuture(why))
                            .recv()
                            .get()
                            .getCause());
        }
    }

    @Test
    void channel_givesNullAndWhatVavrWouldThrow() {
        future.complete(null);
        assertEquals(Try.success(null), Futures.channel(future).recv().get());
        InterruptedException why = new InterruptedException();
        Try<Object> outcome =
                Futures.channel(CompletableFuture.failedFuture(why)).recv().get();
        assertSame(
                why,
                assertInstanceOf(ExecutionException.class, outcome.getCause()).getCause());
    }

    /** Even if a goroutine completes it that is unwound as its runtime closes, while it does so. */
    @Test
    void channel_givesWhatIsCompletedAsTheRuntimeCloses() {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        RecvChan<Try<String>> channel = Futures.channel(future);
        Go.run(() -> {
            AtomicInteger ready = new AtomicInteger();
            go(() -> {
                try {
                    ready.incrementAndGet();
                    chan().recv();
                } finally {
                    closing.complete(null);
                }
            });
            go(() -> {
                ready.incrementAndGet();
                closing.join(); // in the JDK, whatever interrupts it
                future.complete("done");
            });
            while (ready.get() < 2) {
                Go.gosched();
            }
        });
        assertEquals(Try.success("done"), channel.tryRecv().toOption().get());
        assertTrue(channel.tryRecv().isClosed());
    }

    @Test
    void nulls_areRefusedAtOnce() {
        Futures.ContextTask<Integer> none = null;
        assertNamed("task", () -> goFuture(null));
        assertNamed("task", () -> goFuture(Context.background(), none));
        assertThrows(NullPointerException.class, () -> goFuture(null, context -> 1));
        assertThrows(NullPointerException.class, () -> await(null));
        assertThrows(NullPointerException.class, () -> Futures.channel(null));
    }

    private static void assertNamed(String argument, Executable call) {
        assertEquals(argument, assertThrows(NullPointerException.class, call).getMessage());
    }

    /** It would be the longest wait of all. */
    @Test
    void await_withATimeoutAsLongAsCanBe() {
        Bubble.run(() -> {
            CompletableFuture<Integer> inAnHour = goFuture(() -> {
                Go.sleep(Duration.ofHours(1));
                return 1;
            });
            assertEquals(1, await(inAnHour, Duration.ofSeconds(Long.MAX_VALUE)));
            assertThrows(TimeoutException.class, () -> await(future, Duration.ofSeconds(Long.MIN_VALUE)));
        });
    }

    /** Whatever error it is. */
    @Test
    @SuppressWarnings("removal")
    void channel_givesAnyErrorThatVavrWouldThrow() {
        for (Error why : List.of(new ThreadDeath(), new LinkageError(), new StackOverflowError())) {
            RecvChan<Try<Object>> channel = Futures.channel(CompletableFuture.failedFuture(why));
            assertSame(why, channel.tryRecv().toOption().get().getCause().getCause());
            assertTrue(channel.recv().isEmpty());
        }
    }
}
