package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.conformance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/faults.md} is the one that is played. */
class FaultsPageTest {

    private static final int LEAST_ROWS = 40;

    @Test
    void page_hasTheRowsThatArePlayed() throws IOException {
        assertEquals(
                FaultsTest.rows().stream().map(Row::line).collect(Collectors.joining("\n")),
                lines(line -> line.startsWith("| ") && !line.startsWith("| what ")));
    }

    @Test
    void page_saysWhatEachOutcomeIs() throws IOException {
        assertEquals(
                Arrays.stream(Outcome.values()).map(Outcome::line).collect(Collectors.joining("\n")),
                lines(line -> line.startsWith("- **")));
    }

    @Test
    void rows_areDifferent() {
        List<Row> rows = FaultsTest.rows();
        assertTrue(rows.size() >= LEAST_ROWS);
        assertEquals(rows.size(), new HashSet<>(rows.stream().map(Row::toString).toList()).size());
    }

    private static String lines(Predicate<String> which) throws IOException {
        return Files.readAllLines(Checkout.ROOT.resolve("docs/faults.md")).stream()
                .filter(which)
                .collect(Collectors.joining("\n"));
    }
}
