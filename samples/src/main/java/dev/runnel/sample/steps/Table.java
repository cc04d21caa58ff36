package dev.runnel.sample.steps;

import java.util.ArrayList;
import java.util.List;

/** Rows of text as columns. */
final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    Table row(List<String> cells) {
        rows.add(cells);
        return this;
    }

    /** The rows, each column as wide as its widest cell. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int wide = width(column);
                line.append(row.get(column)).repeat(" ", wide - row.get(column).length() + 2);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
