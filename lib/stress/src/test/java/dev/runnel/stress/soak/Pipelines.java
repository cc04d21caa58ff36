package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.pipeline.Pipeline;
import dev.runnel.pipeline.Source;

/** Pipelines that run to their end, are left early, or fail: what comes out is what was to come. */
final class Pipelines {

    private static final int MOST_ELEMENTS = 100;
    private static final int MOST_WORKERS = 4;

    private Pipelines() {}

    static void play(Stage stage) {
        int elements = 1 + stage.below(MOST_ELEMENTS);
        int workers = 1 + stage.below(MOST_WORKERS);
        Pipeline<Integer> numbers = Source.range(0, elements).withCapacity(stage.below(3));
        try {
            switch (stage.below(5)) {
                case 0 -> {
                    long sum = numbers.mapPar(workers, Pipelines::work).fold(0, Integer::sum);
                    Stage.checkEqual("sum", elements * (elements - 1L) / 2, sum);
                }
                case 1 -> {
                    long sum = numbers.mapParUnordered(workers, Pipelines::work)
                            .filter(n -> n % 2 == 0)
                            .fold(0, Integer::sum);
                    long evens = (elements + 1) / 2;
                    Stage.checkEqual("sum of the even", evens * (evens - 1), sum);
                }
                case 2 -> {
                    int most = 1 + stage.below(elements);
                    Stage.checkEqual(
                            "taken",
                            most,
                            numbers.map(Pipelines::work).take(most).collect().size());
                }
                case 3 -> {
                    long number = numbers.merge(Source.range(0, elements)).fold(0, (n, each) -> n + 1);
                    Stage.checkEqual("merged", 2L * elements, number);
                }
                default -> fail(numbers, stage.below(elements));
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static int work(int n) {
        if (n % 7 == 0) {
            Go.gosched();
        }
        return n;
    }

    private static void fail(Pipeline<Integer> numbers, int at) throws Exception {
        IllegalArgumentException failure = new IllegalArgumentException("on purpose");
        try {
            numbers.mapPar(2, n -> {
                        if (n == at) {
                            throw failure;
                        }
                        return n;
                    })
                    .fold(0, Integer::sum);
        } catch (IllegalArgumentException e) {
            Stage.check(e == failure, "another failure: " + e);
            return;
        }
        throw new AssertionError("the pipeline did not fail");
    }
}
