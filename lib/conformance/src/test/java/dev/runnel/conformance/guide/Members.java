package dev.runnel.conformance.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A block, taken apart: what is declared outside methods, and the statements that are left. A declaration begins at the
 * margin and ends on the same line, or with the first closing brace at the margin.
 *
 * @param declarations each of them
 * @param statements the rest
 */
record Members(List<String> declarations, String statements) {

    static Members of(String code, Predicate<String> begins) {
        List<String> declarations = new ArrayList<>();
        StringBuilder statements = new StringBuilder();
        List<String> lines = code.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (begins.test(lines.get(i))) {
                int end = i;
                while (isOpen(lines, i, end)) {
                    end++;
                }
                declarations.add(String.join("\n", lines.subList(i, end + 1)));
                i = end;
            } else {
                statements.append(lines.get(i)).append('\n');
            }
        }
        return new Members(declarations, statements.toString());
    }

    private static boolean isOpen(List<String> lines, int begin, int end) {
        String last = lines.get(end);
        boolean closes =
                end == begin ? last.endsWith("}") || last.endsWith(";") || !last.endsWith("{") : last.equals("}");
        return !closes && end + 1 < lines.size();
    }
}
