package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Bubble;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A dump says of goroutines that wait for a future, and of those in which no frame is the program's, what they are. */
class DeadlockTextTest {

    private static void assertTold(String what, Body body) {
        String dump =
                assertThrows(DeadlockException.class, () -> Bubble.run(body)).getMessage();
        assertTrue(dump.contains(what), dump);
    }

    @Test
    void whoAwaitsAFuture() {
        CompletableFuture<String> never = new CompletableFuture<>();
        assertTold("(a future)", () -> Futures.await(never));
        assertTold("(a future)", () -> {
            try (CancelContext context = Context.withCancel(Context.background())) {
                Futures.await(never, context);
            }
        });
        assertTold(
                "(a future)",
                () -> new GoroutineExecutor().submit(() -> Go.nilChan().recv()).get());
        assertTold(
                "(a future, of several)",
                () -> new GoroutineExecutor()
                        .invokeAny(List.of(() -> Go.nilChan().recv())));
    }

    @Test
    void whoFeedsAnInflow() {
        assertTold("\"inflow\" [chan send", () -> {
            Chan<Integer> never = chan();
            Inflow.ofAll(List.of(1));
            never.recv();
        });
    }

    @Test
    void whoAwaitsTheEndOfAnInflow() {
        assertTold(
                "(end of an inflow)",
                () -> Inflow.of((out, context) -> Go.nilChan().recv()).done().recv());
    }

    @Test
    void whoAwaitsASubscription() {
        assertTold(
                "(a subscription)",
                () -> new Intake<>(Context.background(), 1).inflow().channel().recv());
    }

    @Test
    void whoBringsWhatIsPublished() {
        Body body = () -> {
            Chan<Integer> never = chan();
            Flows.subscribe(Flows.publisher(never), 1).channel().recv();
        };
        assertTold("\"subscription\" [chan receive", body);
        assertTold("\"publisher\" [chan receive", body);
    }
}
