package dev.runnel.planted;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A planted bug. Its file has a sentence; {@code breaks:} and the statements; perhaps {@code try:} and core tests that
 * are asked first; then for each change a line {@code --- FILE}, the lines as they are, a line {@code +++}, the lines
 * with the bug.
 *
 * @param name the name of the file
 * @param wrong what is wrong, in a sentence
 * @param breaks the statements that it breaks
 * @param tries core tests that are asked before the others
 * @param hunks the changes
 */
record Bug(String name, String wrong, List<String> breaks, List<String> tries, List<Hunk> hunks) {

    private static final String END = ".txt";

    /** All bugs of a folder, by name. */
    static List<Bug> all(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(END))
                    .sorted()
                    .map(Bug::read)
                    .toList();
        }
    }

    private static Bug read(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            return parse(name.substring(0, name.length() - END.length()), Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Bug parse(String name, List<String> lines) {
        StringBuilder wrong = new StringBuilder();
        List<String> breaks = List.of();
        List<String> tries = List.of();
        int i = 0;
        for (; i < lines.size() && !lines.get(i).startsWith("--- "); i++) {
            String line = lines.get(i);
            if (line.startsWith("breaks:")) {
                breaks = words(line);
            } else if (line.startsWith("try:")) {
                tries = words(line);
            } else if (!line.isBlank()) {
                wrong.append(wrong.isEmpty() ? "" : " ").append(line.strip());
            }
        }
        List<Hunk> hunks = new ArrayList<>();
        while (i < lines.size()) {
            String file = lines.get(i++).substring(4).strip();
            StringBuilder from = new StringBuilder();
            for (; i < lines.size() && !lines.get(i).equals("+++"); i++) {
                from.append(lines.get(i)).append('\n');
            }
            StringBuilder to = new StringBuilder();
            for (i++; i < lines.size() && !lines.get(i).startsWith("--- "); i++) {
                to.append(lines.get(i)).append('\n');
            }
            hunks.add(new Hunk(file, from.toString(), to.toString()));
        }
        if (wrong.isEmpty() || breaks.isEmpty() || hunks.isEmpty()) {
            throw new IllegalArgumentException(name + " lacks a sentence, what it breaks, or a change");
        }
        return new Bug(name, wrong.toString(), breaks, tries, hunks);
    }

    private static List<String> words(String line) {
        return Stream.of(line.substring(line.indexOf(':') + 1).split(",", -1))
                .map(String::strip)
                .toList();
    }
}
