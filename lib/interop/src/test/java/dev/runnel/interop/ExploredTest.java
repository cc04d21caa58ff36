package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Schedule;
import dev.runnel.testkit.ScheduleFailure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/**
 * What an exploration says of those that wait for what, elsewhere, a thread might bring. In an exploration no thread
 * can, so nothing stands for that thread, and it is a deadlock when nobody in the run can go on.
 */
class ExploredTest {

    private static void assertDeadlock(String waits, Body body) {
        ScheduleFailure failure = assertThrows(ScheduleFailure.class, () -> Schedule.PLAIN.run(body));
        assertInstanceOf(DeadlockException.class, failure.getCause());
        String told = failure.getMessage();
        assertTrue(told.contains(waits), told);
        assertFalse(told.contains("the clock goes on"), told);
        assertFalse(told.contains("the timer"), told);
    }

    @Test
    void aFuture() {
        assertDeadlock(
                "goroutine 1 \"main\" [chan receive]: receives from Chan#1 (a future)  at",
                () -> Futures.await(new CompletableFuture<>()));
    }

    @Test
    void aFuture_withAContext() {
        assertDeadlock(
                "goroutine 1 \"main\" [select]: selects: receive from Chan#1 (a future), receive from Chan#2 (end of a context)  at",
                () -> {
                    try (CancelContext context = Context.withCancel(Context.background())) {
                        Futures.await(new CompletableFuture<>(), context);
                    }
                });
    }

    @Test
    void aTaskOfAnExecutor() {
        assertDeadlock(
                " [chan receive]: receives from Chan#1 (a future)  at",
                () -> new GoroutineExecutor().submit(() -> Go.nilChan().recv()).get());
    }

    @Test
    void oneOfSeveralTasks() {
        assertDeadlock(
                " [chan receive]: receives from Chan#1 (a future, of several)  at",
                () -> new GoroutineExecutor()
                        .invokeAny(List.of(() -> Go.nilChan().recv())));
    }

    @Test
    void aPublisher() {
        assertDeadlock(
                "goroutine 2 \"subscription\" [chan receive]: receives from",
                () -> Flows.subscribe(subscriber -> subscriber.onSubscribe(new Silent()), 1)
                        .channel()
                        .recv());
    }

    @Test
    void aSubscription() {
        assertDeadlock(
                " (a subscription)\n",
                () -> new Intake<>(Context.background(), 1).inflow().channel().recv());
    }

    @Test
    void aSubscriber() {
        assertDeadlock("goroutine 2 \"publisher\" [select]: selects: receive from", () -> {
            Flows.publisher(chan(1)).subscribe(new Probe<>(0));
            chan().recv();
        });
    }

    /** A subscription to a publisher that has nothing. */
    private static final class Silent implements Flow.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }
}
