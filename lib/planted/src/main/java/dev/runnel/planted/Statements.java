package dev.runnel.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of Go's semantics that exist. */
final class Statements {

    private static final Pattern RANGE = Pattern.compile("([A-Z]+)(\\d+) – [A-Z]+(\\d+)");
    private static final Pattern ONE = Pattern.compile("\\b[A-Z]+\\d+");

    private final Set<String> known = new HashSet<>();

    private Statements() {}

    /** Those of the table in {@code docs/go-statements.md}. */
    static Statements of(Path file) throws IOException {
        Statements statements = new Statements();
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\\|", -1);
            if (cells.length < 3) {
                continue;
            }
            Matcher one = ONE.matcher(cells[1]);
            while (one.find()) {
                statements.known.add(one.group());
            }
            Matcher range = RANGE.matcher(cells[1]);
            while (range.find()) {
                for (int i = Integer.parseInt(range.group(2)); i <= Integer.parseInt(range.group(3)); i++) {
                    statements.known.add(range.group(1) + i);
                }
            }
        }
        return statements;
    }

    /** A bug may only break statements that exist. */
    void check(Bug bug) {
        for (String statement : bug.breaks()) {
            if (!known.contains(statement)) {
                throw new IllegalArgumentException(bug.name() + " breaks " + statement + ", which is no statement");
            }
        }
    }
}
