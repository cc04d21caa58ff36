package dev.runnel.stress.soak;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The straight line that fits samples best, by least squares.
 *
 * @param slope per hour
 * @param growth from the first sample to the last, along the line
 */
record Trend(double slope, double growth) {

    private static final double HOUR = 3600;

    static Trend of(List<Sample> samples, ToDoubleFunction<Sample> what) {
        double meanTime =
                samples.stream().mapToDouble(Sample::seconds).average().orElse(0);
        double mean = samples.stream().mapToDouble(what).average().orElse(0);
        double above = 0;
        double below = 0;
        for (Sample sample : samples) {
            double time = sample.seconds() - meanTime;
            above += time * (what.applyAsDouble(sample) - mean);
            below += time * time;
        }
        double perSecond = below == 0 ? 0 : above / below;
        double span = samples.isEmpty()
                ? 0
                : samples.getLast().seconds() - samples.getFirst().seconds();
        return new Trend(perSecond * HOUR, perSecond * span);
    }

    String text(String what, String unit) {
        return String.format(
                Locale.ROOT, "%s: %+.2f%s over the samples, %+.2f%s an hour%n", what, growth, unit, slope, unit);
    }
}
