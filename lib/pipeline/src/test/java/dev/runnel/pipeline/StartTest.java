package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scope.Scope;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pipelines that are started in a scope of the user, and give channels. */
@NoLeaks(patience = 0)
class StartTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 100})
    void channel_givesAll_andIsClosed(int capacity) throws Exception {
        try (Scope scope = Scope.open()) {
            RecvChan<Integer> numbers =
                    Source.range(0, 10).withCapacity(capacity).map(n -> 2 * n).start(scope);
            assertEquals(capacity, numbers.cap());
            assertEquals(List.rangeBy(0, 20, 2), List.ofAll(numbers));
            scope.join();
        }
    }

    static java.util.List<Function<Pipeline<Integer>, Pipeline<?>>> lastStages() {
        return java.util.List.of(
                p -> p,
                p -> p.mapPar(2, n -> n),
                p -> p.flatMap(n -> Source.of(n)),
                p -> p.take(0),
                p -> p.take(1),
                p -> p.batch(2),
                p -> p.zip(Source.of(1), Integer::sum),
                p -> p.merge(Source.of(1)),
                p -> p.fanOut(2, q -> q),
                p -> p.tee(q -> q, q -> q));
    }

    /** What is put behind it has that capacity, too. */
    @ParameterizedTest
    @MethodSource("lastStages")
    void channel_hasTheCapacity_whateverSendsOnIt(Function<Pipeline<Integer>, Pipeline<?>> stage) throws Exception {
        try (Scope scope = Scope.open()) {
            Pipeline<Integer> numbers = Source.range(0, 10);
            assertEquals(3, stage.apply(numbers.withCapacity(3)).start(scope).cap());
            assertEquals(0, stage.apply(numbers).start(scope).cap());
        }
    }

    @Test
    void tee_givesChannelsOfTheCapacity() throws Exception {
        try (Scope scope = Scope.open()) {
            List<RecvChan<Integer>> channels =
                    Source.range(0, 10).withCapacity(3).tee(2, scope);
            assertEquals(List.of(3, 3), channels.map(RecvChan::cap));
        }
    }

    /** What is in the buffer is still there when all goroutines have ended. */
    @Test
    void channel_keepsItsBuffer() throws Exception {
        try (Scope scope = Scope.open()) {
            RecvChan<Integer> numbers = Source.range(0, 10).withCapacity(10).start(scope);
            scope.join();
            assertEquals(List.range(0, 10), List.ofAll(numbers));
        }
    }

    /** The user's channel, too, is passed on; the channel that comes out is closed by the end of the scope. */
    @Test
    void channelOfTheUser_isNotClosed() throws Exception {
        Chan<Integer> mine = chan(3);
        mine.send(1);
        RecvChan<Integer> given;
        try (Scope scope = Scope.open()) {
            given = Source.from(mine).start(scope);
            assertEquals(1, given.recv().get());
        }
        assertEquals(Option.none(), given.recv());
        mine.send(2);
        assertEquals(2, mine.recv().get());
    }

    /** Whoever cancels the channel wants no more elements; that is no failure. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void channelThatIsCancelled_endsThePipeline(int capacity) throws Exception {
        try (Scope scope = Scope.open()) {
            RecvChan<Integer> numbers = Source.iterate(0, n -> n + 1)
                    .withCapacity(capacity)
                    .mapPar(2, n -> n)
                    .merge(Source.iterate(0, n -> n + 1))
                    .start(scope);
            numbers.recv();
            numbers.cancel();
            scope.join();
        }
    }

    /** It is told by the send that finds it out. */
    @Test
    void channelThatIsCancelled_isToldToWhoSends() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        try (Scope scope = Scope.open()) {
            RecvChan<Integer> numbers = Source.<Integer>produce(out -> {
                        out.send(1);
                        sent.incrementAndGet();
                        out.send(2);
                        sent.incrementAndGet();
                    })
                    .start(scope);
            numbers.recv();
            numbers.cancel();
            scope.join();
        }
        assertEquals(1, sent.get());
    }

    /** A channel of the user's that is cancelled is something else. */
    @Test
    void channelOfTheUser_thatIsCancelled_isAFailure() {
        Chan<Integer> mine = chan();
        mine.cancel();
        assertThrows(
                ChannelException.SendOnCancelled.class,
                () -> Source.iterate(0, n -> n + 1).to(mine));
    }

    @Test
    void teeOfChannels_thatAreCancelled_isForTheOthers() throws Exception {
        try (Scope scope = Scope.open()) {
            List<RecvChan<Integer>> all = Source.iterate(0, n -> n + 1).tee(3, scope);
            all.get(0).cancel();
            for (int n = 0; n < 3; n++) {
                assertEquals(n, all.get(1).recv().get());
                assertEquals(n, all.get(2).recv().get());
            }
            all.get(2).cancel();
            for (int n = 3; n < 6; n++) {
                assertEquals(n, all.get(1).recv().get());
            }
            all.get(1).cancel();
            scope.join();
        }
    }

    /**
     * Which of them is asked first is left to chance: the others have room for the element by then, or already have it.
     */
    @Test
    void teeOfChannels_thatAreCancelled_isForTheOthers_once() throws Exception {
        for (int i = 0; i < 50; i++) {
            try (Scope scope = Scope.open()) {
                Chan<Void> begin = chan();
                Pipeline<Integer> numbers = Source.produce(out -> {
                    begin.recv();
                    for (int n = 0; n < 3; n++) {
                        out.send(n);
                    }
                });
                List<RecvChan<Integer>> channels = numbers.withCapacity(3).tee(3, scope);
                channels.get(1).cancel();
                begin.close();
                assertEquals(List.range(0, 3), List.ofAll(channels.get(0)));
                assertEquals(List.range(0, 3), List.ofAll(channels.get(2)));
                scope.join();
            }
        }
    }

    @Test
    void scopeThatIsClosed_endsThePipeline() throws Exception {
        RecvChan<Integer> numbers;
        try (Scope scope = Scope.open()) {
            numbers = Source.iterate(0, n -> n + 1).mapPar(2, n -> n).start(scope);
            assertEquals(0, numbers.recv().get());
            assertEquals(1, numbers.recv().get());
        }
        assertTrue(numbers.recv().isEmpty());
    }

    @Test
    void failure_closesTheChannel_andIsTheScopes() {
        IOException failure = new IOException("third");
        assertSame(failure, assertThrows(IOException.class, () -> {
            try (Scope scope = Scope.open()) {
                RecvChan<Integer> numbers = Source.range(0, 10)
                        .map(n -> {
                            if (n == 2) {
                                throw failure;
                            }
                            return n;
                        })
                        .filter(n -> true)
                        .start(scope);
                assertTrue(List.range(0, 2).startsWith(List.ofAll(numbers)));
                scope.join();
            }
        }));
        assertEquals(0, failure.getSuppressed().length);
    }

    @Test
    void failureToStart_isThrown() throws Exception {
        IOException failure = new IOException("within");
        try (Scope scope = Scope.open()) {
            Pipeline<Integer> fails = Source.within(context -> {
                throw failure;
            });
            Pipeline<Integer> runs = Source.iterate(0, n -> n + 1);
            assertSame(
                    failure,
                    assertThrows(IOException.class, () -> runs.merge(fails).start(scope)));
            scope.join(); // what was started has ended
        }
    }

    /** Otherwise the scope would keep it until the scope is closed. */
    @Test
    void context_endsWithTheLastGoroutine_thoughTheScopeGoesOn() throws Exception {
        Chan<Context> contexts = chan(1);
        Pipeline<Integer> pipeline = Source.within(context -> {
            contexts.send(context);
            return Source.of(1);
        });
        try (Scope scope = Scope.open()) {
            assertEquals(List.of(1), List.ofAll(pipeline.start(scope)));
            Context ended = contexts.recv().get();
            assertTrue(ended.done().tryRecv(Duration.ofSeconds(60)).isClosed());
            assertSame(Enough.REACHED, ended.cause().get());
            assertTrue(scope.context().err().isEmpty());
        }
    }

    @Test
    void tee_givesChannels_thatAllGetAll() throws Exception {
        try (Scope scope = Scope.open()) {
            List<RecvChan<Integer>> channels =
                    Source.range(0, 20).map(n -> n + 1).tee(3, scope);
            assertEquals(3, channels.size());
            scope.go(() -> assertList(channels.get(1)));
            scope.go(() -> assertList(channels.get(2)));
            assertList(channels.get(0));
            scope.join();
        }
    }

    private static void assertList(RecvChan<Integer> channel) {
        List<Integer> all = List.ofAll(channel);
        if (!all.equals(List.range(1, 21))) {
            throw new IllegalStateException("got " + all);
        }
    }

    @Test
    void tee_isClosedWithTheScope() throws Exception {
        List<RecvChan<Integer>> channels;
        try (Scope scope = Scope.open()) {
            channels = Source.iterate(0, n -> n + 1).tee(2, scope);
            assertEquals(0, channels.get(1).recv().get());
            assertEquals(0, channels.get(0).recv().get());
        }
        channels.forEach(channel -> assertTrue(channel.recv().isEmpty()));
    }

    /** Nobody receives from what was started by then: it ends. */
    @Test
    void start_leftByAnError_leavesNothingRunning() throws Exception {
        AssertionError why = new AssertionError();
        try (Scope scope = Scope.open()) {
            Pipeline<Integer> broken = Source.within(context -> {
                throw why;
            });
            assertSame(
                    why,
                    assertThrows(
                            AssertionError.class,
                            () -> Source.range(0, 10).merge(broken).start(scope)));
            scope.join();
        }
    }

    @Test
    void start_inAScopeThatIsClosed_isRefused() {
        Scope scope = Scope.open();
        scope.close();
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> Source.of(1).start(scope));
        assertEquals("start in a scope that is closed", refused.getMessage());
    }

    /**
     * The capacity set from outside holds where the description of a run says nothing else, and replaces what it says
     * where it does.
     */
    @Test
    void capacityOfWithin_isThatOfItsLastStage() throws Exception {
        try (Scope scope = Scope.open()) {
            Pipeline<Integer> plain = Source.within(context -> Source.range(0, 3));
            Pipeline<Integer> own = Source.within(context -> Source.range(0, 3).withCapacity(2));
            assertEquals(0, plain.start(scope).cap());
            assertEquals(5, plain.withCapacity(5).start(scope).cap());
            assertEquals(2, own.start(scope).cap());
            assertEquals(5, own.withCapacity(5).start(scope).cap());
            assertEquals(0, own.withCapacity(0).start(scope).cap());
            assertEquals(3, own.withCapacity(5).withCapacity(3).start(scope).cap());
            assertEquals(
                    5,
                    Source.within(context -> own).withCapacity(5).start(scope).cap());
            assertEquals(2, Source.within(context -> own).start(scope).cap());
            assertEquals(5, plain.withCapacity(5).map(n -> n).start(scope).cap());
        }
    }

    /** Its goroutines are queued behind one that closes the runtime. */
    @Test
    void runtimeThatClosesBeforeItBegins_closesTheChannel() {
        AtomicInteger began = new AtomicInteger();
        Chan<Context> contexts = chan(1);
        Pipeline<Integer> pipeline = Source.within(context -> {
            contexts.send(context);
            return Source.<Integer>produce(out -> began.incrementAndGet())
                    .mapPar(3, n -> n)
                    .filter(n -> true);
        });
        Chan<RecvChan<Integer>> started = chan(1);
        try (GoRuntime runtime =
                new GoRuntime(RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1)))) {
            runtime.go(() -> {
                Scope scope = Scope.open();
                started.send(pipeline.start(scope));
                runtime.close();
            });
            assertTrue(started.recv().get().recv().isEmpty());
        }
        assertEquals(0, began.get());
        Throwable why = contexts.recv().get().cause().get();
        assertEquals(
                "its runtime closed before it began",
                assertInstanceOf(CancellationException.class, why.getCause()).getMessage());
    }

    /**
     * What has begun tells of its end once, by itself; the onlooker does not also tell of it as of one that never
     * began.
     */
    @Test
    void runtimeThatClosesWhileItRuns_isNotOneThatClosedBefore() {
        Chan<Context> contexts = chan(1);
        Chan<RecvChan<Integer>> started = chan(1);
        Context context;
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(1))) {
            Pipeline<Integer> waits = Source.produce(out -> {
                contexts.send(out.context());
                chan().recv();
            });
            runtime.go(() -> started.send(waits.start(Scope.open())));
            context = contexts.recv().get();
            RecvChan<Integer> channel = started.recv().get();
            runtime.close();
            assertTrue(channel.recv().isEmpty());
        }
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("runnel-aside"))) {
            Thread.yield(); // what another thread tells has been told by then
        }
        assertEquals(List.of(), List.of(context.cause().get().getSuppressed()));
    }

    @Test
    void runtimeThatClosesBeforeItBegins_closesTheChannel_alsoIfTheCommonPoolIsBusy() throws Exception {
        Chan<RecvChan<Integer>> started = chan(1);
        try (BusyCommonPool busy = new BusyCommonPool();
                GoRuntime runtime = new GoRuntime(
                        RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1)))) {
            runtime.go(() -> {
                Scope scope = Scope.open();
                started.send(Source.<Integer>produce(out -> {}).start(scope));
                runtime.close();
            });
            assertTrue(started.recv().get().tryRecv(Duration.ofSeconds(60)).isClosed());
        }
    }
}
