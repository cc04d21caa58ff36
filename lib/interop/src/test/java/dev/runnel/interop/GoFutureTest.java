package dev.runnel.interop;

import static dev.runnel.Go.chan;
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
import dev.runnel.GoRuntime;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Canceled;
import dev.runnel.context.Context;
import dev.runnel.context.ContextKey;
import dev.runnel.runtime.scheduler.Task;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.testkit.Interleaving;
import dev.runnel.testkit.Schedule;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Futures of goroutines. */
@NoLeaks
class GoFutureTest {

    @Test
    void goroutine_completesItsFuture() {
        assertTrue(goFuture(() -> Go.current().isDefined()).join());
        assertNull(goFuture(() -> null).join());
    }

    @Test
    void whatATaskThrows_isInTheFuture() {
        Exception why = new Exception("no");
        AssertionError bug = new AssertionError("bug");
        Go.run(() -> {
            CompletableFuture<Object> failed = goFuture(() -> {
                throw why;
            });
            assertSame(
                    why,
                    assertThrows(ExecutionException.class, () -> await(failed)).getCause());
            CompletableFuture<Object> broken = goFuture(() -> {
                throw bug;
            });
            assertSame(
                    bug,
                    assertThrows(ExecutionException.class, () -> await(broken)).getCause());
        });
    }

    @Test
    void cancel_cancelsTheContextOfTheTask() {
        Chan<Context> contexts = chan(1);
        Chan<Throwable> ends = chan(1);
        CompletableFuture<String> result = goFuture(Context.background(), context -> {
            contexts.send(context);
            try {
                return Go.<String>chan().recv(context).get();
            } catch (Canceled e) {
                ends.send(e);
                throw e;
            }
        });
        Context context = contexts.recv().get();
        assertTrue(context.err().isEmpty());
        assertTrue(result.cancel(true));
        assertInstanceOf(Canceled.class, ends.recv().get());
        assertInstanceOf(CancellationException.class, context.cause().get());
        assertTrue(result.isCancelled());
    }

    @Test
    void timeoutOfTheFuture_cancelsTheContextOfTheTask() {
        Chan<Throwable> ends = chan(1);
        CompletableFuture<String> result = Futures.<String>goFuture(Context.background(), context -> {
                    context.done().recv();
                    ends.send(context.cause().get());
                    return "too late";
                })
                .orTimeout(1, TimeUnit.MILLISECONDS);
        assertInstanceOf(TimeoutException.class, ends.recv().get());
        assertInstanceOf(
                TimeoutException.class,
                assertThrows(CompletionException.class, result::join).getCause());
    }

    @Test
    void contextOfATaskThatIsDone_isOver() {
        Chan<Context> contexts = chan(1);
        goFuture(Context.background(), context -> {
                    contexts.send(context);
                    return true;
                })
                .join();
        assertTrue(contexts.recv().get().done().recv().isEmpty());
    }

    @Test
    void parentThatEnds_endsTheTask() {
        try (CancelCauseContext parent = Context.withCancelCause(Context.background())) {
            CompletableFuture<Object> result =
                    goFuture(parent, context -> Go.chan().recv(context));
            parent.cancel();
            assertInstanceOf(
                    Canceled.class,
                    assertThrows(CompletionException.class, result::join).getCause());
        }
    }

    @Test
    void runtimeThatCloses_cancelsTheFuture() {
        Chan<CompletableFuture<Object>> results = chan(1);
        Go.run(() -> {
            Chan<Boolean> begun = chan();
            results.send(goFuture(() -> {
                begun.send(true);
                return Go.nilChan().recv();
            }));
            begun.recv();
        });
        assertThrows(CancellationException.class, results.recv().get()::join);
    }

    /** What unwinds it comes out of an action, and the JDK swallows that. Both run on until the runtime closes. */
    @Test
    void whoCancelsAFuture_asItsRuntimeCloses_isUnwoundByItsNextCall() {
        AtomicBoolean closes = new AtomicBoolean();
        AtomicBoolean isCancelled = new AtomicBoolean();
        AtomicBoolean goesOn = new AtomicBoolean();
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(2))) {
            Chan<Void> begun = chan();
            runtime.go(() -> {
                Chan<Integer> values = chan(2);
                Chan<Void> registered = chan();
                CompletableFuture<Object> future = goFuture(Context.background(), context -> {
                    context.onDone(() -> values.trySend(1));
                    registered.close();
                    spinUntil(isCancelled);
                    return 1;
                });
                registered.recv();
                begun.close();
                spinUntil(closes);
                try {
                    future.cancel(false);
                } finally {
                    isCancelled.set(true);
                }
                values.trySend(2);
                goesOn.set(true);
            });
            begun.recv();
            runtime.shutdown(Duration.ZERO);
            closes.set(true);
        }
        assertTrue(isCancelled.get());
        assertFalse(goesOn.get());
    }

    /** Its clean-up goes on, although an action waits in vain. */
    @Test
    void whoCancelsAFuture_asItIsUnwound_goesOn() {
        AtomicBoolean isCancelled = new AtomicBoolean();
        Chan<Integer> cleaned = chan(1);
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(2))) {
            Chan<Void> begun = chan();
            runtime.go(() -> {
                Chan<Void> registered = chan();
                CompletableFuture<Object> future = goFuture(Context.background(), context -> {
                    context.onDone(Go.nilChan()::recv);
                    registered.close();
                    spinUntil(isCancelled);
                    return 1;
                });
                registered.recv();
                begun.close();
                try {
                    Go.nilChan().recv();
                } finally {
                    future.cancel(false);
                    isCancelled.set(true);
                    cleaned.trySend(1);
                }
            });
            begun.recv();
        } finally {
            isCancelled.set(true);
        }
        assertEquals(1, cleaned.len());
    }

    /** A context that counts what is registered with it. */
    private static final class Counting implements Context {

        private final RecvChan<Void> done = chan();
        private final AtomicInteger registered = new AtomicInteger();
        private final AtomicInteger stopped = new AtomicInteger();

        @Override
        public Option<Instant> deadline() {
            return Option.none();
        }

        @Override
        public RecvChan<Void> done() {
            return done;
        }

        @Override
        public Option<CancelledException> err() {
            return Option.none();
        }

        @Override
        public <T> Option<T> value(ContextKey<T> key) {
            return Option.none();
        }

        @Override
        public Stop onDone(Runnable action) {
            registered.incrementAndGet();
            return () -> stopped.incrementAndGet() > 0;
        }
    }

    @Test
    void goroutineThatCannotBeStarted_leavesNothingWithItsParent() {
        Counting parent = new Counting();
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go(() -> {
                        runtime.close();
                        goFuture(parent, context -> 1);
                    })
                    .join();
        }
        assertEquals(1, parent.registered.get());
        assertEquals(1, parent.stopped.get());
    }

    private static void spinUntil(AtomicBoolean is) {
        while (!is.get()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void goexit_cancelsTheFuture() {
        CompletableFuture<Object> result = goFuture(() -> {
            Go.goexit();
            return 1;
        });
        assertThrows(CancellationException.class, result::join);
    }

    @Test
    void goroutineThatNeverBegins_cancelsTheFuture() {
        ResultTask<String> task = new ResultTask<>(Context.background(), context -> "never");
        ((Task) task).ended(false); // as an M does that finds the runtime closing
        assertThrows(CancellationException.class, task.future::join);
    }

    /** As the test kit sees them, which takes this artifact for the library. */
    @Test
    void placesInARunOfASchedule_areLinesOfTheProgram() {
        Interleaving run = Schedule.PLAIN.replay(() -> goFuture(() -> chan(1).trySend(1)));
        assertTrue(run.places().stream().anyMatch(place -> !place.isEmpty()), run::toString);
        assertTrue(
                run.places().stream().allMatch(place -> place.isEmpty() || place.startsWith("GoFutureTest.")),
                run::toString);
    }

    /** What unwinds a goroutine is wrapped in another exception on its way. */
    @Test
    void goexitByReflection_cancelsTheFuture() {
        CompletableFuture<Object> result =
                goFuture(() -> Go.class.getMethod("goexit").invoke(null));
        assertThrows(CancellationException.class, result::join);
    }

    /** The future is done already, and nobody has the stage after it. */
    @Test
    void actionOfTheContextFails_isLogged() {
        IllegalStateException planted = new IllegalStateException("planted");
        List<Throwable> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord told) {
                logged.add(told.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.runnel");
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        Chan<Boolean> begun = chan();
        try {
            CompletableFuture<Integer> result = goFuture(Context.background(), context -> {
                context.onDone(() -> {
                    throw planted;
                });
                begun.send(true);
                context.done().recv();
                return 1;
            });
            begun.recv();
            result.cancel(true);
            assertEquals(List.of(planted), logged);
        } finally {
            logger.setUseParentHandlers(true);
            logger.removeHandler(handler);
        }
    }
}
