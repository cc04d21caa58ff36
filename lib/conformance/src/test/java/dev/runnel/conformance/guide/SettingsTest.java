package dev.runnel.conformance.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.conformance.Checkout;
import dev.runnel.scheduler.RuntimeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide has each setting that there is, with its default and with what is allowed. */
class SettingsTest {

    private static final String GUIDE = "docs/guide/settings.md";

    /** A row of the table: name, meaning, default, what is allowed. */
    private static final Pattern ROW =
            Pattern.compile("\\| `(runnel\\.[\\w.]+)` \\|.*\\|\\s*([^|]*?)\\s*\\|\\s*([^|]*?)\\s*\\|");

    /** A setting's default, if that is one value. */
    private static final Pattern VALUE = Pattern.compile("(\\d+)|`(\\w+)`.*");

    private static final Pattern RANGE = Pattern.compile("(\\d+) to (\\d+)");
    private static final Pattern NAME = Pattern.compile("`(runnel\\.[\\w.]+)`");

    /** The setting of {@code runnel-observe}, which has a test of its own there. */
    private static final String OF_OBSERVERS = "runnel.jmx";

    private static final String NO_SETTING = "runnel.nosuchsetting";

    private final Map<String, String> before = new HashMap<>();

    private record Row(String name, String otherwise, String allowed) {

        /** Values that are allowed, and those next to them that are not. */
        List<List<String>> values() {
            Matcher range = RANGE.matcher(allowed);
            if (range.matches()) {
                long least = Long.parseLong(range.group(1));
                long most = Long.parseLong(range.group(2));
                return List.of(
                        List.of(range.group(1), range.group(2)),
                        List.of(Long.toString(least - 1), Long.toString(most + 1)));
            }
            return allowed.startsWith("a ")
                    ? List.of(List.of("trace.json"), List.of("\0"))
                    : List.of(Arrays.asList(allowed.replace("`", "").split(", ")), List.of("", "nonsense"));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(Checkout.ROOT.resolve(GUIDE));
    }

    private static Stream<Row> all() throws IOException {
        return lines().stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(row.group(1), row.group(2), row.group(3)));
    }

    /** The settings that the core reads. */
    static List<Row> rows() throws IOException {
        return all().filter(row -> !row.name().equals(OF_OBSERVERS)).toList();
    }

    @BeforeEach
    void clear() throws IOException {
        all().forEach(row -> before.put(row.name(), System.clearProperty(row.name())));
    }

    @AfterEach
    void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    private static RuntimeConfig with(String name, String value) {
        System.setProperty(name, value);
        try {
            return RuntimeConfig.fromProperties();
        } finally {
            System.clearProperty(name);
        }
    }

    private static String refused(String name, String value) {
        return assertThrows(IllegalArgumentException.class, () -> with(name, value), name + "=" + value)
                .getMessage();
    }

    /** Whoever misspells one is told all names that there are. */
    @Test
    void names_areAllThereIs() throws IOException {
        String refusal = refused(NO_SETTING, "1");
        Set<String> known =
                new TreeSet<>(List.of(refusal.substring(refusal.indexOf("there are ") + "there are ".length())
                        .split(", ")));
        Set<String> told = lines().stream()
                .flatMap(line -> NAME.matcher(line).results())
                .map(found -> found.group(1))
                .filter(name -> name.indexOf('.', "runnel.".length()) < 0 || name.startsWith("runnel.trace."))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(known, told);
        assertTrue(known.containsAll(all().map(Row::name).toList()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void otherwise_isWhatItIsUnlessSaid(Row row) {
        Matcher value = VALUE.matcher(row.otherwise());
        if (value.matches()) {
            String said = value.group(1) == null ? value.group(2) : value.group(1);
            assertEquals(RuntimeConfig.fromProperties(), with(row.name(), said));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void allowed_isAllowed_andNothingElse(Row row) {
        row.values().get(0).forEach(value -> with(row.name(), value));
        for (String value : row.values().get(1)) {
            String refusal = refused(row.name(), value);
            assertTrue(refusal.startsWith(row.name() + ": '" + value + "' is not allowed; allowed: "), refusal);
        }
    }
}
