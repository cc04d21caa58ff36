package dev.runnel.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.Leaks;
import dev.runnel.testkit.ReplayPolicy;
import dev.runnel.testkit.Schedule;
import io.vavr.collection.List;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Random pipelines do what streams do with the same functions; those that keep no order, up to the order. */
class PipelineProps {

    /** A stage, and what it is for a stream. */
    record Step(String name, boolean ordered, Stage<Integer, Integer> stage, UnaryOperator<Stream<Integer>> model) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** Stages whose result depends only on the elements before them, in their order. */
    @Provide
    Arbitrary<Step> ordered() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 10),
                        Arbitraries.integers().between(0, 6))
                .flatAs((kind, k) -> Arbitraries.of(orderedStep(kind, k)));
    }

    private static Step orderedStep(int kind, int k) {
        return switch (kind) {
            case 0 -> step("map +" + k, p -> p.map(n -> n + k), s -> s.map(n -> n + k));
            case 1 -> step("filter " + k, p -> p.filter(n -> n % 3 != k % 3), s -> s.filter(n -> n % 3 != k % 3));
            case 2 -> step("take " + k, p -> p.take(k), s -> s.limit(k));
            case 3 -> step("drop " + k, p -> p.drop(k), s -> s.skip(k));
            case 4 -> step("takeWhile " + k, p -> p.takeWhile(n -> n % 7 != k), s -> s.takeWhile(n -> n % 7 != k));
            case 5 ->
                step(
                        "flatMap " + k,
                        p -> p.flatMap(n -> Source.range(0, k % 3).map(i -> n + i)),
                        s -> s.flatMap(n -> IntStream.range(0, k % 3).mapToObj(i -> n + i)));
            case 6 -> step("mapPar " + k, p -> p.mapPar(k + 1, n -> n * 2), s -> s.map(n -> n * 2));
            case 7 ->
                step(
                        "batch " + k,
                        p -> p.batch(k + 1).map(b -> b.sum().intValue()),
                        s -> List.ofAll(s)
                                .grouped(k + 1)
                                .map(b -> b.sum().intValue())
                                .toJavaStream());
            case 8 ->
                step(
                        "zip " + k,
                        p -> p.zip(Source.range(k, k + 9), Integer::sum),
                        s -> List.ofAll(s)
                                .zipWith(List.range(k, k + 9), Integer::sum)
                                .toJavaStream());
            case 9 -> step("capacity " + k, p -> p.withCapacity(k), s -> s);
            default -> step("tee of one " + k, p -> p.tee(q -> q.map(n -> n - k)), s -> s.map(n -> n - k));
        };
    }

    private static Step step(String name, Stage<Integer, Integer> stage, UnaryOperator<Stream<Integer>> model) {
        return new Step(name, true, stage, model);
    }

    /** Stages that treat each element by itself, and so may come in any order behind those that keep none. */
    @Provide
    Arbitrary<Step> unordered() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.integers().between(0, 6))
                .flatAs((kind, k) -> Arbitraries.of(unorderedStep(kind, k)));
    }

    private static Step unorderedStep(int kind, int k) {
        return switch (kind) {
            case 0 -> loose("any order " + k, p -> p.mapParUnordered(k + 1, n -> n + k), s -> s.map(n -> n + k));
            case 1 ->
                loose(
                        "merge " + k,
                        p -> p.merge(Source.range(0, k)),
                        s -> Stream.concat(s, IntStream.range(0, k).boxed()));
            case 2 ->
                loose(
                        "fanOut " + k,
                        p -> p.fanOut(k % 3 + 1, q -> q.filter(n -> n % 2 == 0).mapPar(2, n -> n + k)),
                        s -> s.filter(n -> n % 2 == 0).map(n -> n + k));
            case 3 ->
                loose(
                        "tee " + k,
                        p -> p.tee(q -> q.map(n -> n + k), q -> q.filter(n -> n > k)),
                        s -> s.flatMap(n -> n > k ? Stream.of(n + k, n) : Stream.of(n + k)));
            case 4 -> loose("map " + k, p -> p.map(n -> n * k), s -> s.map(n -> n * k));
            default ->
                loose(
                        "flatMap " + k,
                        p -> p.flatMap(n -> Source.of(n, n + k).mapParUnordered(2, m -> m)),
                        s -> s.flatMap(n -> Stream.of(n, n + k)));
        };
    }

    private static Step loose(String name, Stage<Integer, Integer> stage, UnaryOperator<Stream<Integer>> model) {
        return new Step(name, false, stage, model);
    }

    private static Pipeline<Integer> pipeline(java.util.List<Integer> elements, java.util.List<Step> steps) {
        Pipeline<Integer> pipeline = Source.from(elements);
        for (Step step : steps) {
            pipeline = pipeline.via(step.stage());
        }
        return pipeline;
    }

    private static List<Integer> model(java.util.List<Integer> elements, java.util.List<Step> steps) {
        Stream<Integer> stream = elements.stream();
        for (Step step : steps) {
            stream = step.model().apply(stream);
        }
        return List.ofAll(stream);
    }

    // ---------------------------------------------------------------- on the real scheduler

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void orderedPipeline_isTheStream(
            @ForAll @Size(max = 20) java.util.List<@IntRange(min = -50, max = 50) Integer> elements,
            @ForAll @Size(max = 6) java.util.List<@net.jqwik.api.From("ordered") Step> steps)
            throws Exception {
        Leaks leaks = Leaks.watch();
        Pipeline<Integer> pipeline = pipeline(elements, steps);
        List<Integer> expected = model(elements, steps);
        assertEquals(expected, pipeline.collect());
        assertEquals(expected, pipeline.collect(), "the second time");
        assertEquals(expected.headOption(), pipeline.first());
        leaks.check(Duration.ZERO);
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void unorderedPipeline_isTheStream_upToTheOrder(
            @ForAll @Size(max = 20) java.util.List<@IntRange(min = -50, max = 50) Integer> elements,
            @ForAll @Size(max = 3) java.util.List<@net.jqwik.api.From("ordered") Step> first,
            @ForAll @Size(min = 1, max = 3) java.util.List<@net.jqwik.api.From("unordered") Step> then)
            throws Exception {
        Leaks leaks = Leaks.watch();
        List<Step> steps = List.ofAll(first).appendAll(then);
        assertEquals(
                model(elements, steps.asJava()).sorted(),
                pipeline(elements, steps.asJava()).collect().sorted());
        leaks.check(Duration.ZERO);
    }

    /** If the element that fails is wanted, the run fails; if not, it may, as stages work ahead. */
    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void failure_comesOut_ifItWasWanted(
            @ForAll @Size(max = 20) java.util.List<@IntRange(min = 0, max = 9) Integer> elements,
            @ForAll @Size(max = 3) java.util.List<@net.jqwik.api.From("ordered") Step> before,
            @ForAll @Size(max = 3) java.util.List<@net.jqwik.api.From("ordered") Step> after,
            @ForAll @IntRange(min = 0, max = 9) int bad)
            throws Exception {
        Leaks leaks = Leaks.watch();
        Planned planned = new Planned();
        Step fails = step(
                "fails at " + bad,
                p -> p.map(n -> refuse(n, bad, planned)),
                s -> s.map(n -> {
                    if (n == bad) {
                        throw new IllegalStateException("wanted");
                    }
                    return n;
                }));
        java.util.List<Step> steps =
                List.ofAll(before).append(fails).appendAll(after).asJava();
        Pipeline<Integer> pipeline = pipeline(elements, steps);
        List<Integer> expected;
        try {
            expected = model(elements, steps);
        } catch (IllegalStateException wanted) {
            expected = null;
        }
        boolean isLazy =
                List.ofAll(after).forAll(step -> step.name().matches("(map|take|takeWhile|filter|drop|capacity) .*"));
        if (expected == null && isLazy) {
            assertEquals(planned, assertThrows(Planned.class, pipeline::collect));
        } else {
            try {
                List<Integer> result = pipeline.collect();
                assertTrue(expected == null || expected.equals(result));
            } catch (Planned e) {
                assertEquals(planned, e);
            }
        }
        leaks.check(Duration.ZERO);
    }

    private static final class Planned extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static int refuse(int n, int bad, Planned planned) throws Planned {
        if (n == bad) {
            throw planned;
        }
        return n;
    }

    // ---------------------------------------------------------------- under chosen schedules

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void anyPipeline_isTheStream_underAnySchedule(
            @ForAll @Size(max = 5) java.util.List<@IntRange(min = -9, max = 9) Integer> elements,
            @ForAll @Size(max = 2) java.util.List<@net.jqwik.api.From("ordered") Step> first,
            @ForAll @Size(max = 2) java.util.List<@net.jqwik.api.From("unordered") Step> then,
            @ForAll Schedule schedule) {
        java.util.List<Step> steps = List.ofAll(first).appendAll(then).asJava();
        new Explorer(new ReplayPolicy(schedule)).withFailsOnLeaks(true).explore(() -> {
            List<Integer> result = pipeline(elements, steps).collect();
            List<Integer> expected = model(elements, steps);
            assertEquals(then.isEmpty() ? expected : expected.sorted(), then.isEmpty() ? result : result.sorted());
            assertEquals(1, dev.runnel.Go.numGoroutine());
        });
    }
}
