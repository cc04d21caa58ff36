package dev.runnel.stress.soak;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;

/**
 * Whether what was sampled is flat. Samples of the first ten minutes, or of the first half of a shorter run, do not
 * count: until then caches fill, machines are made, and code is compiled.
 */
final class Verdict {

    static final double MOST_HEAP = 8;
    static final double MOST_THREADS = 8;
    static final int MOST_ABOVE = 8;

    private static final double WARM_UP = 600;

    private final List<Sample> settled;
    private final Trend heap;
    private final Trend threads;

    Verdict(List<Sample> samples, double length) {
        double warmUp = Math.min(WARM_UP, length / 2);
        settled = samples.stream().filter(sample -> sample.seconds() >= warmUp).toList();
        heap = Trend.of(settled, Sample::heap);
        threads = Trend.of(settled, Sample::threads);
    }

    String text() {
        return String.format(
                        Locale.ROOT,
                        "%d samples after the warm-up, of which the least heap is %.1f MB and the most %.1f MB.%n",
                        settled.size(),
                        heap().getMin(),
                        heap().getMax())
                + heap.text("heap after collections", " MB")
                + threads.text("platform threads", "");
    }

    private DoubleSummaryStatistics heap() {
        return settled.stream().mapToDouble(Sample::heap).summaryStatistics();
    }

    /** Fails if heap or threads have grown. */
    void check() {
        Stage.check(settled.size() >= 2, "too few samples after the warm-up to judge by: " + settled.size());
        Stage.check(heap.growth() <= MOST_HEAP, "the heap has grown by more than " + MOST_HEAP + " MB: " + heap);
        Stage.check(
                heap().getMax() <= heap().getMin() + 2 * MOST_HEAP,
                "the heap is between " + heap().getMin() + " and " + heap().getMax() + " MB");
        Stage.check(threads.growth() <= MOST_THREADS, "there are more and more threads: " + threads);
        int least = settled.stream().mapToInt(Sample::threads).min().orElse(0);
        int most = settled.stream().mapToInt(Sample::threads).max().orElse(0);
        Stage.check(most <= least + MOST_ABOVE, "there are between " + least + " and " + most + " threads");
    }
}
