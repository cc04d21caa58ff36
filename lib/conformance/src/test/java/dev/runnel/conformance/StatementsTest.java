package dev.runnel.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/go-statements.md} honest: each statement is there once, and says which tests show it or why there
 * is none; what it names are tests. And what the tests say they cover is there.
 */
class StatementsTest {

    private static final Path TABLE = Checkout.ROOT.resolve("docs/go-statements.md");

    /** How many statements there are of each kind. */
    private static final Map<String, Integer> COUNTS = Map.ofEntries(
            Map.entry("C", 64),
            Map.entry("S", 32),
            Map.entry("P", 107),
            Map.entry("T", 10),
            Map.entry("M", 7),
            Map.entry("RW", 5),
            Map.entry("W", 5),
            Map.entry("O", 2),
            Map.entry("CV", 3),
            Map.entry("SM", 2),
            Map.entry("X", 14),
            Map.entry("E", 5));

    private static final Pattern NUMBER = Pattern.compile("[A-Z]+\\d+");
    private static final Pattern TEST_NAME = Pattern.compile("`([A-Z]\\w*)\\.(\\w+)`");
    private static final Pattern REASON = Pattern.compile("(not|by construction): \\S.*");
    private static final Pattern COVERS = Pattern.compile("covers = (\\{[^}]*\\}|\"[^\"]*\")");

    private record Row(String number, String text, String shownBy) {}

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("|") && !line.startsWith("| |") && !line.startsWith("|---")) {
                String[] cells = line.split("(?<!\\\\)\\|", -1);
                assertEquals(5, cells.length, () -> "three cells in " + line);
                rows.add(new Row(cells[1].strip(), cells[2].strip(), cells[3].strip()));
            }
        }
        return rows;
    }

    private static Set<String> numbers() throws IOException {
        return rows().stream().map(Row::number).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachStatement_isThereOnce() throws IOException {
        List<String> numbers = rows().stream().map(Row::number).toList();
        numbers.forEach(number -> assertTrue(NUMBER.matcher(number).matches(), number));
        assertEquals(numbers.size(), numbers().size(), () -> "twice in " + numbers);
        COUNTS.forEach((letter, count) -> assertEquals(
                IntStream.rangeClosed(1, count).mapToObj(i -> letter + i).toList(),
                numbers.stream()
                        .filter(number -> number.matches(letter + "\\d+"))
                        .toList()));
    }

    @Test
    void eachStatement_namesTestsOrSaysWhyThereIsNone() throws IOException {
        for (Row row : rows()) {
            assertFalse(row.text().isEmpty(), row::number);
            boolean named = TEST_NAME.matcher(row.shownBy()).lookingAt();
            assertTrue(named || REASON.matcher(row.shownBy()).matches(), () -> row.number() + ": " + row.shownBy());
        }
    }

    @Test
    void eachNamedTest_isOne() throws IOException {
        Map<String, List<String>> sources = testSources();
        List<String> unknown = new ArrayList<>();
        for (Row row : rows()) {
            unknownIn(row.shownBy(), sources).forEach(name -> unknown.add(row.number() + ": " + name));
        }
        assertEquals(List.of(), unknown);
    }

    /** The same for each page that sets Go's tests beside ours. */
    @Test
    void eachTestNamedBesideOneOfGos_isOne() throws IOException {
        Map<String, List<String>> sources = testSources();
        List<String> unknown = new ArrayList<>();
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(TABLE.getParent(), "conformance-*.md")) {
            for (Path page : pages) {
                for (String line : Files.readAllLines(page)) {
                    for (String name : unknownIn(line.startsWith("|") ? line : "", sources)) {
                        if (!name.matches("`(Go|Bubble)\\..*")) { // what a call of Go's is called here
                            unknown.add(page.getFileName() + ": " + name);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), unknown);
    }

    private static List<String> unknownIn(String text, Map<String, List<String>> sources) {
        List<String> unknown = new ArrayList<>();
        Matcher name = TEST_NAME.matcher(text);
        while (name.find()) {
            String test = name.group(2);
            if (sources.getOrDefault(name.group(1), List.of()).stream().noneMatch(source -> isTest(source, test))) {
                unknown.add(name.group());
            }
        }
        return unknown;
    }

    @Test
    void whatTestsCover_isThere() throws IOException {
        Set<String> numbers = numbers();
        List<String> unknown = new ArrayList<>();
        testSources()
                .forEach((type, sources) -> sources.forEach(source -> {
                    Matcher covers = COVERS.matcher(source);
                    while (covers.find()) {
                        Matcher number = Pattern.compile("\"([^\"]*)\"").matcher(covers.group(1));
                        while (number.find()) {
                            if (!numbers.contains(number.group(1))) {
                                unknown.add(type + ": " + number.group(1));
                            }
                        }
                    }
                }));
        assertEquals(List.of(), unknown);
    }

    /** These checks see what they look for. */
    @Test
    void test_isToldFromWhatIsNone() {
        String source = """
                class SomeTest {

                    /** Says @Test, and is none. */
                    private void helper(int n) {
                        other(n);
                    }

                    @GoTest(
                            value = "x",
                            covers = {"C1"})
                    void first() {}

                    @ParameterizedTest
                    @EnumSource
                    void second(Kind kind) {
                        helper(1);
                    }

                    @JCStressTest
                    @Outcome(id = "1", expect = Expect.ACCEPTABLE)
                    public static class Third {}
                }
                """;
        assertEquals(
                List.of("first", "second", "Third"),
                Stream.of("helper", "other", "first", "second", "Third", "fourth")
                        .filter(name -> isTest(source, name))
                        .toList());
    }

    /** All source files of tests, by the name of their class; several classes may share a name. */
    private static Map<String, List<String>> testSources() throws IOException {
        Map<String, List<String>> sources = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Checkout.ROOT)) {
            for (Path file : (Iterable<Path>) files.filter(StatementsTest::isSource)::iterator) {
                String name = file.getFileName().toString().replace(".java", "");
                sources.computeIfAbsent(name, key -> new ArrayList<>()).add(Files.readString(file));
            }
        }
        return sources;
    }

    private static boolean isSource(Path file) {
        String path = Checkout.ROOT.relativize(file).toString().replace('\\', '/');
        return path.endsWith(".java") && path.contains("src/") && !path.contains("target/");
    }

    /** Whether there is a method (for jcstress, a class) of this name that the annotation of a test precedes. */
    private static boolean isTest(String source, String name) {
        List<String> lines = source.lines().toList();
        Pattern declaration = Pattern.compile("    \\w[\\w<>,? ]* (" + name + "\\(|class " + name + "\\b).*");
        for (int i = 0; i < lines.size(); i++) {
            if (declaration.matcher(lines.get(i)).matches() && hasTestAnnotation(lines, i)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Members are separated by empty lines; annotations stand between an empty line, or the end of a comment, and the
     * declaration.
     */
    private static boolean hasTestAnnotation(List<String> lines, int declaration) {
        for (int i = declaration - 1; i > 0 && !lines.get(i).isBlank(); i--) {
            if (lines.get(i)
                    .matches(
                            "    @(Test|GoTest|ParameterizedTest|RepeatedTest|TestFactory|Property|Interleavings|OnProcs"
                                    + "|JCStressTest)\\b.*")) {
                return true;
            }
        }
        return false;
    }
}
