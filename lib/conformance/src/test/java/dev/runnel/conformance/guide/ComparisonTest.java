package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.conformance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The times in the comparison are those of the run in the benchmarks. */
class ComparisonTest {

    /** A workload, perhaps with its capacity, and the times of the contenders. */
    private static final Pattern ROW =
            Pattern.compile("\\| `([\\w-]+)`(?:.*capacity (\\d+))?[^|]* \\|((?: [\\d.none]+ \\|){5})");

    private static final int LEAST_ROWS = 5;

    @Test
    void times_areThoseOfTheRun() throws IOException {
        List<String> run = Files.readAllLines(Checkout.ROOT.resolve("docs/benchmarks.md"));
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Checkout.ROOT.resolve("docs/guide/comparison.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                String capacity = row.group(2) == null ? "0" : row.group(2);
                rows.add(line);
                assertEquals(measured(run, row.group(1), capacity), times(row.group(3)), line);
            }
        }
        assertTrue(rows.size() >= LEAST_ROWS, rows::toString);
    }

    private static List<String> times(String cells) {
        return Arrays.stream(cells.split("\\|"))
                .map(String::strip)
                .filter(cell -> !cell.equals("none"))
                .toList();
    }

    /** In the order of the contenders; the ratios that follow have a point and two digits, which no time here has. */
    private static List<String> measured(List<String> run, String workload, String capacity) {
        Pattern line = Pattern.compile(workload + " +" + capacity + " +ns +(.*)");
        String all = run.stream()
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
        return Arrays.stream(all.split(" +"))
                .takeWhile(time -> !time.matches("\\d+\\.\\d\\d"))
                .limit(5)
                .toList();
    }
}
