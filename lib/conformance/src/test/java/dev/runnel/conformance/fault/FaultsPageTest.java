package dev.runnel.conformance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/faults.md} is the one that is played. */
class FaultsPageTest {

    private static final int LEAST_ROWS = 40;

    @Test
    void page_hasTheRowsThatArePlayed() throws IOException {
        List<String> page = Files.readAllLines(page()).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| what "))
                .toList();
        assertEquals(
                String.join("\n", FaultsTest.rows().stream().map(Row::line).toList()), String.join("\n", page));
    }

    @Test
    void rows_areDifferent() {
        List<Row> rows = FaultsTest.rows();
        assertTrue(rows.size() >= LEAST_ROWS);
        assertEquals(rows.size(), new HashSet<>(rows.stream().map(Row::toString).toList()).size());
    }

    private static Path page() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/faults.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/faults.md");
    }
}
