package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What must not be null is named by whatever refuses it. */
class NullTest {

    private record Call(String names, Executable call) {}

    @Test
    void null_isNamed() {
        Chan<Integer> channel = Go.chan(1);
        CompletionStage<Integer> none = null;
        Callable<Integer> task = null;
        Intake<Integer> intake = new Intake<>(Context.background(), 1);
        try (GoroutineExecutor executor = new GoroutineExecutor();
                Inflow<Integer> inflow = intake.inflow()) {
            List<Call> calls = List.of(
                    new Call("publisher", () -> Flows.subscribe(null, 1)),
                    new Call("publisher", () -> Flows.subscribe(Context.background(), null, 1)),
                    new Call("subscriber", () -> Flows.publisher(channel).subscribe(null)),
                    new Call("feed", () -> Inflow.of(null)),
                    new Call("subscription", () -> intake.onSubscribe(null)),
                    new Call("value", () -> intake.onNext(null)),
                    new Call("throwable", () -> intake.onError(null)),
                    new Call("future", () -> Futures.await(none)),
                    new Call("future", () -> Futures.await(none, Duration.ZERO)),
                    new Call("future", () -> Futures.await(none, Context.background())),
                    new Call(
                            "the cancellation is null",
                            () -> Futures.await(new CompletableFuture<>(), (Cancellation) null)),
                    new Call("future", () -> Futures.channel(none)),
                    new Call("channel", () -> Tries.iterator(null)),
                    new Call("channel", () -> Tries.sequence(null)),
                    new Call("channel", () -> Tries.sequenceRight(null)),
                    new Call("inflow", () -> Tries.toTry(null)),
                    new Call("unit", () -> new ChannelQueue<>(channel).poll(1, null)),
                    new Call("unit", () -> new ChannelQueue<>(channel).offer(1, 1, null)),
                    new Call("command", () -> GoroutineExecutor.unmanaged().execute(null)),
                    new Call("unit", () -> executor.awaitTermination(1, null)),
                    new Call("a task", () -> executor.invokeAll(Arrays.asList(task))));
            for (Call call : calls) {
                assertEquals(
                        call.names,
                        assertThrows(NullPointerException.class, call.call).getMessage());
            }
        }
    }

    @Test
    void null_byAGoroutine_isNamed() {
        Go.run(() -> {
            Callable<Integer> task = null;
            Collection<Callable<Integer>> none = null;
            try (GoroutineExecutor executor = new GoroutineExecutor()) {
                List<Call> calls = List.of(
                        new Call("a task", () -> executor.invokeAll(Arrays.asList(task))),
                        new Call("a task", () -> executor.invokeAny(Arrays.asList(task))),
                        new Call("tasks", () -> executor.invokeAny(none)),
                        new Call("tasks", () -> executor.invokeAll(none, 1, TimeUnit.SECONDS)),
                        new Call("unit", () -> executor.invokeAll(List.of(() -> 1), 1, null)),
                        new Call("unit", () -> executor.invokeAny(List.of(() -> 1), 1, null)),
                        new Call("unit", () -> executor.submit(() -> 1).get(1, null)));
                for (Call call : calls) {
                    assertEquals(
                            call.names,
                            assertThrows(NullPointerException.class, call.call).getMessage());
                }
            }
        });
    }
}
