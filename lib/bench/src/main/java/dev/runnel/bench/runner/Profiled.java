package dev.runnel.bench.runner;

import dev.runnel.bench.profile.Profile;
import dev.runnel.bench.report.Comparison;
import dev.runnel.bench.report.Result;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Where the time of a contender went in a workload.
 *
 * @param result how long it took, while it was sampled
 * @param cpu the CPU time of its process, in nanoseconds
 * @param profile the samples
 */
record Profiled(Result result, long cpu, Profile profile) {

    private static final String HEAD = """
            | workload | contender | ns | times Go | Java threads | areas | places |
            |---|---|--:|--:|--:|---|---|
            """;

    /**
     * All as a table in Markdown.
     *
     * @param results those of the same run, Go's among them if it took part
     */
    static String table(List<Profiled> all, List<Result> results) {
        StringBuilder text = new StringBuilder(HEAD);
        all.forEach(each -> text.append(each.line(results)));
        return text.toString();
    }

    private String line(List<Result> results) {
        String capacity = result.cap() == 0 ? "" : ", capacity " + result.cap();
        return String.format(
                Locale.ROOT,
                "| `%s`%s | %s | %.1f | %s | %.0f | %s | %s |%n",
                result.workload(),
                capacity,
                result.contender(),
                result.nsPerOp(),
                timesGo(results),
                100.0 * profile.nanos() / Math.max(1, cpu),
                profile.areas(),
                profile.places());
    }

    private String timesGo(List<Result> results) {
        OptionalDouble times = Comparison.againstGo(result, results);
        return times.isPresent() ? String.format(Locale.ROOT, "%.2f", times.getAsDouble()) : "";
    }
}
