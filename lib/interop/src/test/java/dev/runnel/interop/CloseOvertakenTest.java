package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.run;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * A goroutine that computes as its runtime closes, and then finds that another one, as it was unwound, has ended what
 * it uses, is cut off, and does not fail the run.
 */
class CloseOvertakenTest {

    @Test
    void executor_shutDown() {
        assertCutOff(GoroutineExecutor::new, ExecutorService::shutdown, executor -> {
            executor.execute(() -> {});
            return "executed";
        });
    }

    @Test
    void executor_shutDown_submit() {
        assertCutOff(
                GoroutineExecutor::new,
                ExecutorService::shutdownNow,
                executor -> executor.submit(() -> 1).get());
    }

    /** A scope is a starter that closes. */
    @Test
    void executor_whoseStarterIsClosed() {
        AtomicBoolean closed = new AtomicBoolean();
        assertCutOff(
                () -> new GoroutineExecutor(body -> {
                    throw new IllegalStateException("closed: " + closed);
                }),
                executor -> closed.set(true),
                executor -> {
                    executor.execute(() -> {});
                    return "executed";
                });
    }

    @Test
    void inflow_cutOff() {
        assertCutOff(
                () -> Inflow.of((out, context) -> {
                    out.close();
                    chan().recv();
                }),
                inflow -> {},
                inflow -> {
                    while (inflow.failure().isEmpty()) {
                        Thread.onSpinWait();
                    }
                    inflow.awaitOutcome();
                    return "ended";
                });
    }

    private record Task(CancelContext context, CompletableFuture<Integer> future) {

        static Task begun() {
            CancelContext context = Context.withCancel(Context.background());
            return new Task(
                    context, Futures.goFuture(context, ctx -> chan().recv(ctx).isDefined() ? 1 : 0));
        }
    }

    @Test
    void future_cancelled() {
        assertCutOff(Task::begun, task -> task.future.cancel(true), task -> Futures.await(task.future));
    }

    @Test
    void future_cancelled_timed() {
        assertCutOff(
                Task::begun, task -> task.future.cancel(true), task -> Futures.await(task.future, Duration.ofHours(1)));
    }

    @Test
    void future_cancelled_withContext() {
        assertCutOff(
                Task::begun,
                task -> task.future.cancel(true),
                task -> Futures.await(task.future, Context.background()));
    }

    private static Future<Integer> submitted() {
        return new GoroutineExecutor().submit(() -> chan().recv().isDefined() ? 1 : 0);
    }

    @Test
    void futureOfAnExecutor_cancelled() {
        assertCutOff(CloseOvertakenTest::submitted, future -> future.cancel(true), Future::get);
    }

    @Test
    void futureOfAnExecutor_cancelled_timed() {
        assertCutOff(
                CloseOvertakenTest::submitted, future -> future.cancel(true), future -> future.get(1, TimeUnit.HOURS));
    }

    private interface Make<T> {

        T get() throws Exception;
    }

    private interface End<T> {

        void of(T ended) throws Exception;
    }

    private interface Call<T> {

        Object on(T ended) throws Exception;
    }

    private static <T> void assertCutOff(Make<T> make, End<T> end, Call<T> call) {
        AtomicReference<Object> told = new AtomicReference<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        run(() -> {
            T what = make.get();
            AtomicBoolean waits = new AtomicBoolean();
            AtomicBoolean computes = new AtomicBoolean();
            go(() -> {
                try {
                    waits.set(true);
                    chan().recv();
                } finally {
                    end.of(what);
                    ended.complete(null);
                }
            });
            go(() -> {
                computes.set(true);
                ended.join(); // in the JDK, whatever interrupts it
                told.set(call.on(what));
            });
            while (!waits.get() || !computes.get()) {
                gosched();
            }
        });
        assertNull(told.get());
    }
}
