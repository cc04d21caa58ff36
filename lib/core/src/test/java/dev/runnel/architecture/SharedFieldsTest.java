package dev.runnel.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of shared fields in the descriptions of the packages are complete, and say what the fields are. */
class SharedFieldsTest {

    private static final Path CLASSES = Path.of("target", "classes");
    private static final Path SOURCES = Path.of("src", "main", "java");

    private static final String HEADING = "<h2>Shared fields</h2>";
    private static final List<String> COLUMNS = List.of("field", "written by", "read by", "mode", "partner");
    private static final int MODE = COLUMNS.indexOf("mode");

    /** {@code Owner.field}, {@code .field} of the owner before it, or an owner alone. */
    private static final Pattern NAME = Pattern.compile("(?<owner>[A-Z]\\w*)?(?:\\.(?<field>\\w+))?");

    private static final Pattern VAR_HANDLE =
            Pattern.compile("find(?:Static)?VarHandle\\(\\s*(?<owner>\\w+)\\.class,\\s*\"(?<field>\\w+)\"");

    /** Modes that take a {@code VarHandle}, or one of the JDK's atomics. */
    private static final Pattern BY_HANDLE = Pattern.compile("CAS|getAndSet|release|acquire|opaque|atomic");

    private record Name(String owner, String field) {
        @Override
        public String toString() {
            return owner + "." + field;
        }
    }

    private record Entry(Name name, String mode) {}

    private static List<Field> fields;
    private static Set<Name> byHandle;
    private static List<Entry> entries;

    @BeforeAll
    static void readFieldsAndTables() throws IOException {
        fields = new ArrayList<>();
        for (Path file : filesIn(CLASSES, ".class")) {
            String name = CLASSES.relativize(file).toString();
            if (!name.contains("-info")) {
                fields.addAll(fieldsOf(name.substring(0, name.length() - ".class".length())));
            }
        }
        byHandle = new HashSet<>();
        entries = new ArrayList<>();
        for (Path file : filesIn(SOURCES, ".java")) {
            String source = Files.readString(file);
            Matcher handle = VAR_HANDLE.matcher(source);
            while (handle.find()) {
                byHandle.add(new Name(handle.group("owner"), handle.group("field")));
            }
            if (file.endsWith("package-info.java") && source.contains(HEADING)) {
                entries.addAll(entriesIn(source, file));
            }
        }
        assertTrue(entries.size() > 150, "only " + entries);
        assertTrue(fields.size() > 1000, "only " + fields.size() + " fields");
        assertTrue(byHandle.size() > 30, "only " + byHandle);
    }

    private static List<Path> filesIn(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        }
    }

    private static List<Field> fieldsOf(String path) {
        try {
            return Arrays.asList(Class.forName(
                            path.replace('/', '.').replace('\\', '.'), false, SharedFieldsTest.class.getClassLoader())
                    .getDeclaredFields());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    // ---------------------------------------------------------------- tables

    private static List<Entry> entriesIn(String source, Path file) {
        String section = source.substring(source.indexOf(HEADING) + HEADING.length());
        section = section.substring(0, section.indexOf("<h2>"));
        int from = section.indexOf("<pre>{@code");
        if (from < 0) {
            return List.of(); // in words
        }
        List<String> lines = section.substring(from, section.indexOf("}</pre>"))
                .lines()
                .skip(1)
                .map(line -> line.replaceFirst("^ \\* ?", ""))
                .filter(line -> !line.isBlank())
                .toList();
        List<Integer> starts = COLUMNS.stream().map(lines.get(0)::indexOf).toList();
        assertEquals(starts.stream().sorted().toList(), starts, () -> file + ": " + lines.get(0));
        List<Entry> found = new ArrayList<>();
        List<String> row = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.charAt(0) != ' ' && !row.isEmpty()) {
                found.addAll(entriesOf(row, starts));
                row.clear();
            }
            row.add(line);
        }
        found.addAll(entriesOf(row, starts));
        return found;
    }

    /** A row is a line and those after it that continue its cells. */
    private static List<Entry> entriesOf(List<String> row, List<Integer> starts) {
        StringBuilder names = new StringBuilder();
        StringBuilder mode = new StringBuilder();
        for (String line : row) {
            names.append(cell(line, starts, 0)).append(' ');
            mode.append(cell(line, starts, MODE)).append(' ');
        }
        List<Entry> found = new ArrayList<>();
        String owner = null;
        Matcher name = NAME.matcher(names);
        while (name.find()) {
            if (name.group("owner") != null) {
                owner = name.group("owner");
            }
            if (name.group("field") != null) {
                found.add(new Entry(
                        new Name(owner, name.group("field")), mode.toString().strip()));
            }
        }
        if (!found.isEmpty()) {
            String first = row.get(0);
            for (int column : starts) {
                assertTrue(
                        column == 0 || first.length() > column && first.charAt(column - 1) == ' ',
                        () -> "a cell does not begin where its column does: " + first);
            }
        }
        return found;
    }

    private static String cell(String line, List<Integer> starts, int column) {
        int from = Math.min(line.length(), starts.get(column));
        int to = column + 1 < starts.size() ? Math.min(line.length(), starts.get(column + 1)) : line.length();
        return line.substring(from, to);
    }

    private static Set<Name> named() {
        Set<Name> names = new HashSet<>();
        entries.forEach(entry -> names.add(entry.name));
        return names;
    }

    private static Name nameOf(Field field) {
        return new Name(field.getDeclaringClass().getSimpleName(), field.getName());
    }

    private static boolean isVolatile(Field field) {
        return Modifier.isVolatile(field.getModifiers());
    }

    // ---------------------------------------------------------------- what is checked

    @Test
    void everyFieldInATable_isThere() {
        Set<Name> wrong = named();
        fields.forEach(field -> wrong.remove(nameOf(field)));
        assertEquals(Set.of(), wrong);
    }

    @Test
    void everyVolatileField_isInATable() {
        Set<String> missing = new TreeSet<>();
        Set<Name> named = named();
        for (Field field : fields) {
            if (isVolatile(field) && !named.contains(nameOf(field))) {
                missing.add(field.getDeclaringClass().getName() + "." + field.getName());
            }
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyFieldWithAVarHandle_isInATable() {
        Set<String> missing = new TreeSet<>();
        Set<Name> named = named();
        for (Name name : byHandle) {
            if (!named.contains(name)) {
                missing.add(name.toString());
            }
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void modes_areThoseOfTheFields() {
        Set<String> wrong = new TreeSet<>();
        for (Entry entry : entries) {
            for (Field field : fields) {
                if (nameOf(field).equals(entry.name) && !fits(entry.mode, field)) {
                    wrong.add(entry.name + " is " + Modifier.toString(field.getModifiers()) + " "
                            + field.getType().getSimpleName() + ", and its mode " + entry.mode);
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    private static boolean fits(String mode, Field field) {
        boolean handle = byHandle.contains(nameOf(field))
                || field.getType().getName().startsWith("java.util.concurrent.atomic.")
                || field.getType().isArray();
        return switch (mode) {
            case "volatile" -> isVolatile(field);
            case "plain" -> !isVolatile(field) && !byHandle.contains(nameOf(field));
            default -> handle || !BY_HANDLE.matcher(mode).find();
        };
    }
}
