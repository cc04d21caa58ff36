package dev.runnel.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results for programs. */
public final class CompareJson {

    private CompareJson() {}

    /** Writes a list of objects, one for each workload, capacity and contender. */
    public static void write(List<Result> results, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file, results.stream().map(CompareJson::object).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n")));
    }

    private static String object(Result r) {
        return String.format(
                Locale.ROOT,
                "{\"workload\": \"%s\", \"cap\": %d, \"contender\": \"%s\", "
                        + "\"nsPerOp\": %.2f, \"cpuNsPerOp\": %.2f, \"bytesPerOp\": %.2f}",
                r.workload(),
                r.cap(),
                r.contender(),
                r.nsPerOp(),
                r.cpuNsPerOp(),
                r.bytesPerOp());
    }
}
