package dev.runnel.interop;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import io.vavr.collection.Stream;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Channels, and what vavr has. */
@NoLeaks
class TriesTest {

    private final Exception why = new Exception("no");

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static <T> Chan<T> holding(T... values) {
        Chan<T> channel = chan(values.length);
        List.of(values).forEach(channel::send);
        channel.close();
        return channel;
    }

    @Test
    void collections_areMadeOfWhatIsReceived() {
        assertEquals(List.of(1, 2, 3), Tries.toList(holding(1, 2, 3)));
        assertEquals(List.of(1, 2, 3), Tries.iterator(holding(1, 2, 3)).toList());
        assertEquals(List.of(1, 2, 3), Inflow.ofAll(List.of(1, 2, 3)).stream().collect(List.collector()));
    }

    @Test
    void noChannel_isNamed() {
        assertEquals(
                "channel",
                assertThrows(NullPointerException.class, () -> Tries.toList(null))
                        .getMessage());
        assertEquals(
                "channel",
                assertThrows(NullPointerException.class, () -> Tries.toStream(null))
                        .getMessage());
    }

    @Test
    void stream_receivesOneStepAtATimeAndKeepsIt() {
        Chan<Integer> channel = holding(1, 2, 3);
        Stream<Integer> stream = Tries.toStream(channel);
        assertEquals(1, stream.head());
        assertEquals(2, channel.len());
        assertEquals(List.of(1, 2), stream.take(2).toList());
        assertEquals(List.of(1, 2, 3), stream.toList());
        assertEquals(List.of(1, 2, 3), stream.toList());
    }

    @Test
    void sequence_stopsAtTheFirstFailure() {
        assertEquals(Try.success(List.of(1, 2)), Tries.sequence(holding(Try.success(1), Try.success(2))));
        Chan<Try<Integer>> failing = holding(Try.success(1), Try.failure(why), Try.success(3));
        assertSame(why, Tries.sequence(failing).getCause());
        assertEquals(Try.success(3), failing.recv().get());
    }

    @Test
    void sequenceRight_stopsAtTheFirstLeft() {
        assertEquals(
                Either.right(List.of(1, 2)),
                Tries.sequenceRight(holding(Either.<String, Integer>right(1), Either.<String, Integer>right(2))));
        Chan<Either<String, Integer>> failing = holding(Either.right(1), Either.left("no"), Either.right(3));
        assertEquals(Either.left("no"), Tries.sequenceRight(failing));
        assertEquals(Either.right(3), failing.recv().get());
    }

    @Test
    void inflow_isATry() {
        assertEquals(Try.success(List.of(1, 2)), Tries.toTry(Inflow.ofAll(List.of(1, 2))));
        assertSame(why, Tries.toTry(failing()).getCause());
    }

    @Test
    void failureOfAnInflow_isItsLastOutcome() {
        Inflow<Try<Integer>> outcomes = Tries.outcomes(failing());
        assertEquals(Try.success(1), outcomes.channel().recv().get());
        assertSame(why, outcomes.channel().recv().get().getCause());
        assertTrue(outcomes.channel().recv().isEmpty());
        assertTrue(outcomes.failure().isEmpty());
    }

    @Test
    void outcomesThatAreClosed_closeTheInflow() {
        Inflow<Long> counting = Inflow.of(Tck.counting(Long.MAX_VALUE));
        try (Inflow<Try<Long>> outcomes = Tries.outcomes(counting)) {
            assertEquals(Try.success(0L), outcomes.channel().recv().get());
        }
        counting.done().recv();
    }

    @Test
    void firstFailureAmongOutcomes_isThatOfTheInflow() {
        Inflow<Integer> inflow = Tries.successes(holding(Try.success(1), Try.failure(why), Try.success(3)));
        assertEquals(List.of(1), Tries.toList(inflow.channel()));
        assertSame(why, inflow.failure().get());
    }

    @Test
    void channelClosedWithACause_isAFailureWhereThereIsPlaceForOne() {
        assertSame(why, Tries.sequence(failed(Try.success(1))).getCause());
        Inflow<Integer> inflow = Tries.successes(failed(Try.success(1)));
        assertEquals(List.of(1), Tries.toList(inflow.channel()));
        assertSame(why, inflow.failure().get());
        assertThrows(
                ChannelException.ClosedWithCause.class,
                () -> Tries.sequenceRight(failed(Either.<String, Integer>right(1))));
        assertThrows(ChannelException.ClosedWithCause.class, () -> Tries.toList(failed(1)));
    }

    @Test
    void successes_failWithAnErrorItself() {
        AssertionError bug = new AssertionError("bug");
        Inflow<Integer> inflow = Tries.successes(holding(Try.success(1), Try.failure(bug)));
        assertEquals(1, inflow.channel().recv().get());
        assertTrue(inflow.channel().recv().isEmpty());
        assertSame(bug, inflow.failure().get());
        inflow.done().recv();
    }

    @Test
    void feedThatClosesItsChannelWithACause_isAFailure() {
        Feed<Integer> feed = (out, context) -> {
            out.send(1, context);
            out.close(why);
        };
        assertSame(why, Tries.toTry(Inflow.of(feed)).getCause());
        Inflow<Try<Integer>> outcomes = Tries.outcomes(Inflow.of(feed));
        assertEquals(Try.success(1), outcomes.channel().recv().get());
        assertSame(why, outcomes.channel().recv().get().getCause());
        assertTrue(outcomes.channel().recv().isEmpty());
        assertTrue(outcomes.failure().isEmpty());
    }

    @Test
    void goTry_givesTheOutcomeOfAGoroutine() {
        RecvChan<Try<Integer>> one = Tries.goTry(() -> 1);
        assertEquals(1, one.cap(), "nobody need wait for it");
        assertEquals(Try.success(1), one.recv().get());
        RecvChan<Try<Integer>> failing = Tries.goTry(() -> {
            throw why;
        });
        assertSame(why, failing.recv().get().getCause());
        assertTrue(failing.recv().isEmpty());
        RecvChan<Try<Integer>> exits = Tries.goTry(() -> {
            Go.goexit();
            return 1;
        });
        assertTrue(exits.recv().isEmpty());
    }

    /** It is queued behind one that closes the runtime. */
    @Test
    void goTry_whoseGoroutineNeverBegins_givesNothing() throws Exception {
        Chan<RecvChan<Try<Integer>>> outcomes = chan(1);
        try (GoRuntime runtime = new GoRuntime(OneP.SETTINGS)) {
            runtime.go(() -> {
                outcomes.send(Tries.goTry(() -> 1));
                runtime.close();
            });
            assertTrue(outcomes.recv().get().tryRecv(Duration.ofSeconds(60)).isClosed());
        }
    }

    @Test
    void goTry_givesWhatVavrWouldThrow() {
        RecvChan<Try<Object>> interrupted = Tries.goTry(() -> {
            throw new InterruptedException();
        });
        Throwable cause = interrupted.recv().get().getCause();
        assertInstanceOf(
                InterruptedException.class,
                assertInstanceOf(ExecutionException.class, cause).getCause());
    }

    /** As with what vavr throws, wherever the failure comes from. */
    @Test
    void interruptedException_isAFailureEverywhere() {
        InterruptedException interrupted = new InterruptedException();
        Chan<Try<Integer>> channel = chan();
        channel.close(interrupted);
        assertWrapped(interrupted, Tries.sequence(channel));
        assertWrapped(interrupted, Tries.toTry(Inflow.<Integer>of((out, context) -> {
            throw interrupted;
        })));
        Feed<Integer> closes = (out, context) -> out.close(interrupted);
        assertWrapped(interrupted, Tries.toTry(Inflow.of(closes)));
        Inflow<Try<Integer>> outcomes = Tries.outcomes(Inflow.of(closes));
        assertWrapped(interrupted, outcomes.channel().recv().get());
        outcomes.done().recv();
        assertTrue(outcomes.failure().isEmpty());
    }

    private static void assertWrapped(Throwable why, Try<?> outcome) {
        assertSame(
                why,
                assertInstanceOf(ExecutionException.class, outcome.getCause()).getCause());
    }

    /** Even if it says how it ends before its program ends. */
    @Test
    void inflowThatIsATry_isClosed() throws Exception {
        Feed<Integer> feed = (out, context) -> {
            out.close(why);
            context.done().recv();
        };
        Inflow<Integer> inflow = Inflow.of(feed);
        assertSame(why, Tries.toTry(inflow).getCause());
        assertTrue(inflow.done().tryRecv(Duration.ofSeconds(60)).isClosed());
    }

    /** It is what is thrown, although the channel was closed before. */
    @Test
    void failureThatComesAfterTheEnd_isWaitedFor() {
        Feed<Integer> feed = (out, context) -> {
            out.close();
            Go.gosched();
            throw why;
        };
        Go.run(OneP.SETTINGS, () -> {
            assertSame(why, Tries.toTry(Inflow.of(feed)).getCause());
            Inflow<Try<Integer>> outcomes = Tries.outcomes(Inflow.of(feed));
            assertSame(why, outcomes.channel().recv().get().getCause());
            assertTrue(outcomes.channel().recv().isEmpty());
        });
    }

    /** A wait in the inflow that they are made of is not waited for. */
    @Test
    void outcomesAndSuccessesThatAreClosed_endWhileTheyWait() {
        Go.run(() -> {
            Chan<Try<Integer>> never = chan(1);
            never.send(Try.success(1));
            Inflow<Integer> successes = Tries.successes(never);
            assertEquals(1, successes.channel().recv().get());
            successes.close();
            successes.done().recv();
            Inflow<Integer> nothing = Tries.successes(chan());
            nothing.close();
            nothing.done().recv();
            Chan<Boolean> mayEnd = chan();
            Inflow<Integer> waits = Inflow.of((out, context) -> {
                out.close();
                mayEnd.recv();
            });
            Inflow<Try<Integer>> outcomes = Tries.outcomes(waits);
            outcomes.close();
            outcomes.done().recv();
            mayEnd.close();
            waits.done().recv();
            Inflow<Integer> gives = Inflow.of((out, context) -> context.done().recv());
            Inflow<Try<Integer>> none = Tries.outcomes(gives);
            none.close();
            none.done().recv();
            gives.done().recv();
        });
    }

    @Test
    void nulls_areRefusedAtOnce() {
        assertThrows(NullPointerException.class, () -> Tries.iterator(null));
        assertThrows(NullPointerException.class, () -> Tries.sequence(null));
        assertThrows(NullPointerException.class, () -> Tries.sequenceRight(null));
        assertThrows(NullPointerException.class, () -> Tries.toTry(null));
        assertNamed("inflow", () -> Tries.outcomes(null));
        assertNamed("channel", () -> Tries.successes(null));
        assertNamed("task", () -> Tries.goTry(null));
    }

    private static void assertNamed(String argument, Executable call) {
        assertEquals(argument, assertThrows(NullPointerException.class, call).getMessage());
    }

    private <T> Chan<T> failed(T value) {
        Chan<T> channel = chan(1);
        channel.send(value);
        channel.close(why);
        return channel;
    }

    private Inflow<Integer> failing() {
        return Inflow.of((out, context) -> {
            out.send(1, context);
            throw why;
        });
    }

    /** What unwinds a goroutine is wrapped in another exception on its way. */
    @Test
    void goTry_thatIsUnwoundByReflection_givesNothing() {
        RecvChan<Try<Object>> exits =
                Tries.goTry(() -> Go.class.getMethod("goexit").invoke(null));
        assertTrue(exits.recv().isEmpty());
    }
}
