package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tests of {@code lib/jcstress} take a quarter of an hour, and are not run each time; what can be checked without
 * running them is checked here.
 */
class JcstressTestsTest {

    private static final Path SOURCES = Path.of("../jcstress/src/main/java");
    private static final Path PAGE = Path.of("../../docs/jcstress.md");
    private static final Pattern NAME = Pattern.compile("\\bclass (\\w+)");
    private static final Pattern ACTOR = Pattern.compile("@Actor\\b");

    private record Stress(String file, String name, long actors) {

        /**
         * On the page a file's tests are in one row, all but the first given as a dot and the name; a file may have
         * several rows.
         */
        boolean isIn(List<String> rows) {
            return rows.stream()
                    .filter(row -> row.startsWith("| `" + file + "."))
                    .anyMatch(row -> row.contains("`" + file + "." + name + "`") || row.contains("`." + name + "`"));
        }

        @Override
        public String toString() {
            return file + "." + name;
        }
    }

    private static List<Stress> all() throws IOException {
        List<Stress> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String fileName = file.getFileName().toString();
                String[] parts = Files.readString(file).split("(?m)^ *@JCStressTest\\b");
                for (int i = 1; i < parts.length; i++) {
                    Matcher name = NAME.matcher(parts[i]);
                    assertTrue(name.find(), fileName);
                    all.add(new Stress(
                            fileName.substring(0, fileName.indexOf('.')),
                            name.group(1),
                            ACTOR.matcher(parts[i]).results().count()));
                }
            }
        }
        assertTrue(all.size() > 80, () -> "only " + all.size());
        return all;
    }

    /** A test with three actors is never run on a machine with two processors, and then the whole run fails. */
    @Test
    void tests_needTwoProcessors() throws IOException {
        assertEquals(List.of(), all().stream().filter(test -> test.actors() > 2).toList());
    }

    @Test
    void tests_areOnThePage() throws IOException {
        List<String> rows = Files.readAllLines(PAGE);
        assertEquals(List.of(), all().stream().filter(test -> !test.isIn(rows)).toList());
    }
}
