package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The planted bugs take an hour to try, and are not tried each time; that each still finds the lines that it changes is
 * checked here.
 */
class PlantedBugsTest {

    private static final Path BUGS = Path.of("../planted/src/main/bugs");
    private static final Path CORE = Path.of("../core/src/main/java/dev/runnel");
    private static final String FILE = "--- ";
    private static final String INSTEAD = "+++\n";

    @Test
    void linesThatABugChanges_areThereOnce() throws IOException {
        List<Path> bugs;
        try (Stream<Path> files = Files.list(BUGS)) {
            bugs = files.toList();
        }
        assertTrue(bugs.size() > 100, () -> "only " + bugs.size());
        List<String> drifted = new ArrayList<>();
        for (Path bug : bugs) {
            Map<String, String> changed = new HashMap<>();
            String[] hunks = Files.readString(bug).split("(?m)^" + FILE);
            for (int i = 1; i < hunks.length; i++) {
                int line = hunks[i].indexOf('\n');
                int middle = hunks[i].indexOf(INSTEAD);
                String file = hunks[i].substring(0, line).strip();
                String from = hunks[i].substring(line + 1, middle);
                String text = changed.containsKey(file) ? changed.get(file) : Files.readString(CORE.resolve(file));
                int at = text.indexOf(from);
                if (at < 0 || text.indexOf(from, at + 1) >= 0) {
                    drifted.add(bug.getFileName() + ", " + file + ":\n" + from);
                    continue;
                }
                String to = hunks[i].substring(middle + INSTEAD.length());
                changed.put(file, text.substring(0, at) + to + text.substring(at + from.length()));
            }
        }
        assertEquals(List.of(), drifted);
    }
}
