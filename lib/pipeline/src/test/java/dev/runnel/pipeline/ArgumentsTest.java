package dev.runnel.pipeline;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.channel.RecvChan;
import dev.runnel.context.Context;
import java.time.Duration;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Arguments that are not allowed are refused when the description is made, by name. */
class ArgumentsTest {

    private static final Pipeline<Integer> P = Source.of(1);

    @Test
    void numbers() {
        assertRefused("take: count: -1 is not allowed; allowed: 0 or more", () -> P.take(-1));
        assertRefused("drop: count: -7 is not allowed; allowed: 0 or more", () -> P.drop(-7));
        assertRefused("withCapacity: elements: -1 is not allowed; allowed: 0 to 2147483639", () -> P.withCapacity(-1));
        assertRefused(
                "withCapacity: elements: 2147483640 is not allowed; allowed: 0 to 2147483639",
                () -> P.withCapacity(2147483640));
        assertDoesNotThrow(() -> P.withCapacity(2147483639));
        assertRefused("mapPar: goroutines: 0 is not allowed; allowed: 1 or more", () -> P.mapPar(0, n -> n));
        assertRefused(
                "mapParUnordered: goroutines: -2 is not allowed; allowed: 1 or more",
                () -> P.mapParUnordered(-2, n -> n));
        assertRefused("fanOut: copies: 0 is not allowed; allowed: 1 or more", () -> P.fanOut(0, p -> p));
        assertRefused("batch: size: 0 is not allowed; allowed: 1 or more", () -> P.batch(0));
        assertRefused("batch: size: 0 is not allowed; allowed: 1 or more", () -> P.batch(0, Duration.ofSeconds(1)));
        assertRefused(
                "throttle: count: 0 is not allowed; allowed: 1 or more", () -> P.throttle(0, Duration.ofSeconds(1)));
        assertRefused("tee: stages: 0 is not allowed; allowed: 1 or more", () -> P.<Integer>tee());
        assertRefused("tee: channels: 0 is not allowed; allowed: 1 or more", () -> P.tee(0, null));
    }

    @Test
    void durations() {
        assertRefused("batch: within: PT0S is not allowed; allowed: more than zero", () -> P.batch(1, Duration.ZERO));
        assertRefused(
                "throttle: per: PT-1S is not allowed; allowed: more than zero",
                () -> P.throttle(1, Duration.ofSeconds(-1)));
        assertRefused("debounce: quiet: PT0S is not allowed; allowed: more than zero", () -> P.debounce(Duration.ZERO));
    }

    @Test
    void nulls() {
        assertNull("map: function", () -> P.map(null));
        assertNull("mapPar: function", () -> P.mapPar(1, null));
        assertNull("mapParUnordered: function", () -> P.mapParUnordered(1, null));
        assertNull("flatMap: function", () -> P.flatMap(null));
        assertNull("filter: condition", () -> P.filter(null));
        assertNull("takeWhile: condition", () -> P.takeWhile(null));
        assertNull("until: cancellation", () -> P.until(null));
        assertNull("merge: other", () -> P.merge(null));
        assertNull("zip: other", () -> P.zip(null, (a, b) -> a));
        assertNull("zip: function", () -> P.zip(P, null));
        assertNull("fanOut: stage", () -> P.fanOut(1, null));
        assertNull("via: stage", () -> P.via(null));
        assertNull("via: the stage gave null; elements are never null", () -> P.via(p -> null));
        Stage<Integer, Integer> none = p -> null;
        assertNull("andThen: the stage gave null; elements are never null", () -> P.via(none.andThen(p -> p)));
        assertNull("tee: a stage is null", () -> P.tee(p -> p, (Stage<Integer, Integer>) null));
        assertNull("stage: worker", () -> P.stage(null));
        assertNull("batch: within", () -> P.batch(1, null));
        assertNull("throttle: per", () -> P.throttle(1, null));
        assertNull("debounce: quiet", () -> P.debounce(null));
        assertNull("run: context", () -> P.run(null, Sink.toList()));
        assertNull("run: sink", () -> P.run(Context.background(), null));
        assertNull("start: scope", () -> P.start(null));
        assertNull("tee: scope", () -> P.tee(1, (dev.runnel.scope.Scope) null));
        assertNull("of: elements", () -> Source.of((Integer[]) null));
        assertNull("of: an element is null", () -> Source.of(1, null));
        assertNull("bridge: channels", () -> Source.bridge(null));
        assertNull("merge: pipelines", () -> Source.merge(null));
        assertNull("from: elements", () -> Source.from((Iterable<Integer>) null));
        assertNull("from: elements", () -> Source.from((Iterator<Integer>) null));
        assertNull("from: elements", () -> Source.from((Stream<Integer>) null));
        assertNull("from: channel", () -> Source.from((RecvChan<Integer>) null));
        assertNull("generate: function", () -> Source.generate(null));
        assertNull("iterate: first", () -> Source.iterate(null, n -> n));
        assertNull("iterate: next", () -> Source.iterate(1, null));
        assertNull("produce: feeder", () -> Source.produce(null));
        assertNull("within: description", () -> Source.within(null));
        assertNull("merge: a pipeline is null", () -> Source.merge(java.util.Arrays.asList(P, null)));
        assertNull("next stage", () -> ((Stage<Integer, Integer>) p -> p).andThen(null));
        assertNull("fold: zero", () -> Sink.<Integer, Integer>fold(null, Integer::sum));
        assertNull("fold: function", () -> Sink.fold(1, null));
        assertNull("reduce: function", () -> Sink.reduce(null));
        assertNull("forEach: action", () -> Sink.forEach(null));
        assertNull("to: channel", () -> Sink.to(null));
        assertNull(
                "action",
                () -> P.run((Inlet<Integer> in) -> {
                    in.forEach(null);
                    return 1;
                }));
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    private static void assertNull(String message, Executable call) {
        assertEquals(message, assertThrows(NullPointerException.class, call).getMessage());
    }
}
