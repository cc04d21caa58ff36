package dev.runnel.bench.runner;

import dev.runnel.bench.profile.Profile;
import dev.runnel.bench.report.Result;
import java.util.List;
import java.util.Locale;

/**
 * Where the time of a contender went in a workload.
 *
 * @param result how long it took, while it was sampled
 * @param cpu the CPU time of its process, in nanoseconds
 * @param profile the samples
 */
record Profiled(Result result, long cpu, Profile profile) {

    /** All as a table in Markdown. */
    static String table(List<Profiled> all) {
        StringBuilder text = new StringBuilder("| workload | contender | Java threads | areas | places |\n|---|---|--:|---|---|\n");
        all.forEach(each -> text.append(each.line()));
        return text.toString();
    }

    private String line() {
        String capacity = result.cap() == 0 ? "" : ", capacity " + result.cap();
        return String.format(
                Locale.ROOT,
                "| `%s`%s | %s | %.0f | %s | %s |%n",
                result.workload(),
                capacity,
                result.contender(),
                100.0 * profile.nanos() / Math.max(1, cpu),
                profile.areas(),
                profile.places());
    }
}
