package dev.runnel.conformance.guide;

import dev.runnel.conformance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table in front of the rows of a guide: Go's code, ours, and a link to the row. Code in the table must be in a
 * block of that row, and every row that has a Go block must be linked.
 */
final class Overview {

    private static final Pattern LINE = Pattern.compile("\\| (.*) \\| (.*) \\| \\[(.*)]\\(#(.*)\\) \\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private Overview() {}

    static List<String> errors(String guide) {
        Map<String, String> rows = new HashMap<>(); // by anchor and language
        for (Block block : Document.blocks(guide)) {
            rows.merge(anchor(block.row()) + " " + block.language(), block.code(), (a, b) -> a + "\n" + b);
        }
        List<String> errors = new ArrayList<>();
        List<String> linked = new ArrayList<>();
        for (String line : lines(guide)) {
            Matcher cells = LINE.matcher(line);
            if (cells.matches()) {
                String anchor = cells.group(4);
                linked.add(anchor);
                if (!anchor.equals(anchor(cells.group(3)))) {
                    errors.add("other name than that of its row: " + line);
                }
                errors.addAll(missing(cells.group(1), rows.getOrDefault(anchor + " go", ""), line));
                errors.addAll(missing(cells.group(2), rows.getOrDefault(anchor + " java", ""), line));
            }
        }
        rows.keySet().stream()
                .filter(row -> row.endsWith(" go") && !linked.contains(row.substring(0, row.length() - 3)))
                .forEach(row -> errors.add("not in the table: " + row));
        return errors;
    }

    private static List<String> missing(String cell, String code, String line) {
        List<String> missing = new ArrayList<>();
        Matcher names = CODE.matcher(cell);
        while (names.find()) {
            if (!code.contains(names.group(1).replace("\\|", "|"))) {
                missing.add(names.group(1) + " is not in the row of " + line);
            }
        }
        return missing;
    }

    private static List<String> lines(String guide) {
        try {
            return Files.readAllLines(Checkout.ROOT.resolve(guide));
        } catch (IOException e) {
            throw new AssertionError("cannot read " + guide, e);
        }
    }

    /** The anchor, as GitHub makes it of a heading. */
    static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    }
}
