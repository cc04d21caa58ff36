package dev.runnel.pipeline;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.testkit.junit.NoLeaks;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stages that have one source, and the sinks. */
@NoLeaks(patience = 0)
class StagesTest {

    private static final Pipeline<Integer> NUMBERS = Source.range(0, 10);

    @Test
    void mapAndFilter() throws Exception {
        assertEquals(
                List.of("0", "2", "4", "6", "8"),
                NUMBERS.filter(n -> n % 2 == 0).map(String::valueOf).collect());
        assertEquals(List.empty(), NUMBERS.filter(n -> n > 99).collect());
    }

    @Test
    void flatMap_isOneAfterTheOther() throws Exception {
        assertEquals(
                List.of(0, 0, 1, 0, 1, 2),
                Source.range(0, 4).flatMap(n -> Source.range(0, n)).collect());
        assertEquals(List.empty(), NUMBERS.flatMap(n -> Source.empty()).collect());
    }

    /** The run may have many of them. */
    @Test
    void flatMap_endsTheContextOfOneBeforeTheNext() throws Exception {
        java.util.List<Context> contexts = new ArrayList<>();
        Pipeline<Boolean> pipeline = Source.of(1, 2)
                .flatMap(n -> Source.within(context -> {
                    contexts.add(context);
                    return Source.of(contexts.get(0).err().isDefined());
                }));
        assertEquals(List.of(false, true), pipeline.collect());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 11})
    void takeAndDrop(int count) throws Exception {
        assertEquals(List.range(0, 10).take(count), NUMBERS.take(count).collect());
        assertEquals(List.range(0, 10).drop(count), NUMBERS.drop(count).collect());
        assertEquals(List.empty(), Source.empty().take(count).collect());
        assertEquals(List.empty(), Source.empty().drop(count).collect());
    }

    @Test
    void takeWhile_endsAtTheFirstThatDoesNotHold() throws Exception {
        assertEquals(List.of(1, 2), Source.of(1, 2, 7, 1).takeWhile(n -> n < 5).collect());
        assertEquals(List.range(0, 10), NUMBERS.takeWhile(n -> true).collect());
        assertEquals(List.empty(), NUMBERS.takeWhile(n -> false).collect());
    }

    @Test
    void batch_isFullButForTheLast() throws Exception {
        assertEquals(
                List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7), List.of(8, 9)),
                NUMBERS.batch(4).collect());
        assertEquals(
                List.of(List.range(0, 5), List.range(5, 10)), NUMBERS.batch(5).collect());
        assertEquals(List.range(0, 10).map(List::of), NUMBERS.batch(1).collect());
        assertEquals(List.empty(), Source.empty().batch(3).collect());
    }

    @Test
    void until_endsWithTheContext_andIsNoFailure() throws Exception {
        try (CancelContext context = Context.withCancel(Context.background())) {
            Pipeline<Integer> pipeline = Source.iterate(0, n -> n + 1).until(context);
            ArrayList<Integer> seen = new ArrayList<>();
            pipeline.forEach(n -> {
                seen.add(n);
                if (n == 5) {
                    context.cancel();
                }
            });
            assertEquals(5, seen.get(5));
            assertEquals(List.empty(), pipeline.collect());
        }
        assertEquals(List.range(0, 10), NUMBERS.until(Context.background()).collect());
    }

    /** Although there are elements, one of which a select might choose. */
    @Test
    void until_takesNothingOnceItsContextIsOver() throws Exception {
        CancelContext context = Context.withCancel(Context.background());
        context.cancel();
        Chan<Integer> channel = chan(1);
        channel.send(1);
        for (int i = 0; i < 50; i++) {
            assertEquals(List.empty(), Source.from(channel).until(context).collect());
        }
        assertEquals(1, channel.len());
    }

    /** While it waits for an element that never comes. */
    @Test
    @NoLeaks // the goroutine of the deadline is not the run's
    void until_endsAWait() throws Exception {
        Chan<Integer> never = chan();
        try (CancelContext context = Context.withTimeout(Context.background(), java.time.Duration.ofMillis(1))) {
            assertEquals(List.empty(), Source.from(never).until(context).collect());
        }
    }

    @Test
    void ownStage_mayKeepSomething_butOnlyForItsRun() throws Exception {
        Pipeline<Integer> differences = Source.of(1, 4, 9).stage((Inlet<Integer> in, Outlet<Integer> out) -> {
            int last = 0;
            for (Integer n = in.recvOrNull(); n != null; n = in.recvOrNull()) {
                out.send(n - last);
                last = n;
            }
        });
        assertEquals(List.of(1, 3, 5), differences.collect());
        assertEquals(List.of(1, 3, 5), differences.collect());
    }

    @Test
    void stages_composeAsValues() throws Exception {
        Stage<String, String> words = lines -> lines.flatMap(line -> Source.of(line.split(" ")));
        Stage<String, Integer> lengths = words.andThen(w -> w.map(String::length));
        Stage<String, Integer> sums =
                lengths.andThen(n -> n.batch(2).map(pair -> pair.sum().intValue()));
        Pipeline<String> lines = Source.of("a bc", "def g");
        assertEquals(List.of(1, 2, 3, 1), lines.via(lengths).collect());
        assertEquals(List.of(3, 4), lines.via(sums).collect());
        assertEquals(List.of("a", "bc", "def", "g"), lines.via(words).collect());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 1000})
    void capacity_changesNoResult(int capacity) throws Exception {
        Pipeline<Integer> pipeline = NUMBERS.withCapacity(capacity)
                .map(n -> n + 1)
                .mapPar(3, n -> n * n)
                .filter(n -> n % 2 == 1);
        assertEquals(List.of(1, 9, 25, 49, 81), pipeline.collect());
    }

    @Test
    void sinks() throws Exception {
        assertEquals(45, NUMBERS.fold(0, Integer::sum));
        assertEquals("0123456789", NUMBERS.<String>fold("", (text, n) -> text + n));
        assertEquals("zero", Source.<Integer>empty().<String>fold("zero", (text, n) -> text + n));
        assertEquals(Option.some(45), NUMBERS.reduce(Integer::sum));
        assertEquals(Option.some(7), Source.of(7).reduce(Integer::sum));
        assertEquals(Option.none(), Source.<Integer>empty().reduce(Integer::sum));
        assertEquals(Option.some(0), NUMBERS.first());
        assertEquals(Option.none(), Source.empty().first());
        ArrayList<Integer> seen = new ArrayList<>();
        NUMBERS.forEach(seen::add);
        assertEquals(List.range(0, 10).asJava(), seen);
    }

    @Test
    void to_sendsAll_andDoesNotClose() throws Exception {
        Chan<Integer> channel = chan(12);
        NUMBERS.to(channel);
        channel.send(10);
        channel.close();
        assertEquals(List.range(0, 11), List.ofAll(channel));
    }

    /** Each function in turn fails; the run fails with that. */
    @Test
    void failingFunction_failsTheRun() {
        IOException failure = new IOException("at 5");
        java.util.List<Function<Pipeline<Integer>, Pipeline<?>>> stages = java.util.List.of(
                p -> p.map(n -> at5(n, failure)),
                p -> p.mapPar(3, n -> at5(n, failure)),
                p -> p.mapParUnordered(3, n -> at5(n, failure)),
                p -> p.filter(n -> at5(n, failure) > 0),
                p -> p.takeWhile(n -> at5(n, failure) >= 0),
                p -> p.flatMap(n -> Source.of(at5(n, failure))),
                p -> p.flatMap(n -> Source.of(n).map(m -> at5(m, failure))),
                p -> p.zip(p, (a, b) -> at5(a, failure)),
                p -> p.merge(p.map(n -> at5(n, failure))),
                p -> p.tee(q -> q.map(n -> at5(n, failure)), q -> q),
                p -> p.fanOut(2, q -> q.map(n -> at5(n, failure))),
                p -> p.via(q -> q.map(n -> at5(n, failure))),
                p -> p.stage((in, out) -> {
                    throw failure;
                }),
                p -> p.fanOut(
                        2,
                        q -> Source.within(context -> {
                            throw failure;
                        })));
        for (Function<Pipeline<Integer>, Pipeline<?>> stage : stages) {
            Pipeline<?> pipeline = stage.apply(NUMBERS);
            assertSame(failure, assertThrows(IOException.class, pipeline::collect));
            assertSame(
                    failure,
                    assertThrows(IOException.class, pipeline.map(n -> n).batch(2)::collect));
        }
        for (Sink<Integer, ?> sink : java.util.List.<Sink<Integer, ?>>of(
                Sink.forEach(n -> at5(n, failure)),
                Sink.fold(0, (sum, n) -> at5(n, failure)),
                Sink.reduce((sum, n) -> at5(n, failure)),
                in -> {
                    throw failure;
                })) {
            assertSame(failure, assertThrows(IOException.class, () -> NUMBERS.run(sink)));
        }
        assertEquals(0, failure.getSuppressed().length);
    }

    private static int at5(int n, IOException failure) throws IOException {
        if (n == 5) {
            throw failure;
        }
        return n;
    }

    @Test
    void functionThatGivesNull_isNamed() {
        assertGaveNull("map", NUMBERS.map(n -> null));
        assertGaveNull("mapPar", NUMBERS.mapPar(2, n -> null));
        assertGaveNull("mapParUnordered", NUMBERS.mapParUnordered(2, n -> null));
        assertGaveNull("flatMap", NUMBERS.flatMap(n -> null));
        assertGaveNull("zip", NUMBERS.zip(NUMBERS, (a, b) -> null));
        assertGaveNull("within", Source.within(context -> null));
        assertEquals(
                "fold: the function gave null; elements are never null",
                assertThrows(NullPointerException.class, () -> NUMBERS.fold(0, (a, b) -> null))
                        .getMessage());
        assertEquals(
                "reduce: the function gave null; elements are never null",
                assertThrows(NullPointerException.class, () -> NUMBERS.reduce((a, b) -> null))
                        .getMessage());
    }

    @Test
    void stageThatGivesNull_isNamed() {
        Stage<Integer, Integer> none = shared -> null;
        assertEquals(
                "fanOut: the stage gave null; elements are never null",
                assertThrows(
                                NullPointerException.class,
                                () -> NUMBERS.fanOut(1, none).collect())
                        .getMessage());
        assertEquals(
                "tee: the stage gave null; elements are never null",
                assertThrows(
                                NullPointerException.class,
                                () -> NUMBERS.tee(p -> p, none).collect())
                        .getMessage());
    }

    private static void assertGaveNull(String stage, Pipeline<?> pipeline) {
        assertEquals(
                stage + ": the function gave null; elements are never null",
                assertThrows(NullPointerException.class, pipeline::collect).getMessage());
    }

    @Test
    void mapPar_hasSoManyInWork_andNoMore() throws Exception {
        for (boolean ordered : new boolean[] {true, false}) {
            AtomicInteger inWork = new AtomicInteger();
            Chan<Integer> most = chan(100);
            Chan<Void> gate = chan();
            AtomicBoolean opened = new AtomicBoolean();
            Pipeline<Integer> numbers = Source.range(0, 20);
            dev.runnel.select.Mapping<Integer, Integer> function = n -> {
                int now = inWork.incrementAndGet();
                most.send(now);
                if (now == 4 && opened.compareAndSet(false, true)) {
                    gate.close(); // never, if fewer than four are in work at once
                }
                gate.recv();
                inWork.decrementAndGet();
                return n;
            };
            List<Integer> result =
                    (ordered ? numbers.mapPar(4, function) : numbers.mapParUnordered(4, function)).collect();
            most.close();
            assertEquals(Option.some(4), List.ofAll(most).max());
            assertEquals(List.range(0, 20), ordered ? result : result.sorted());
        }
    }
}
