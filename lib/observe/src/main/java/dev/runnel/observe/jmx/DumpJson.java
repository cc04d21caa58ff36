package dev.runnel.observe.jmx;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The dump as a JSON array: of each goroutine its id, name, state, what it waits on, who created it, and its stack. */
final class DumpJson {

    private static final Pattern HEAD = Pattern.compile("goroutine (\\d+)(?: \"(.*)\")? \\[(.*)]:");
    private static final String ON = "  on ";
    private static final String AT = "\tat ";
    private static final String CREATED = "created by goroutine ";

    private DumpJson() {}

    static String of(String dump) {
        List<String> all = new ArrayList<>();
        List<String> lines = dump.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher head = HEAD.matcher(lines.get(i));
            if (head.matches()) {
                int end = i + 1;
                while (end < lines.size() && !lines.get(end).isEmpty()) {
                    end++;
                }
                all.add(goroutine(head, lines.subList(i + 1, end)));
                i = end;
            }
        }
        return all.isEmpty() ? "[]\n" : "[\n" + String.join(",\n", all) + "\n]\n";
    }

    private static String goroutine(Matcher head, List<String> lines) {
        StringBuilder text = new StringBuilder("{\"id\":").append(head.group(1));
        string(text, "name", head.group(2));
        string(text, "state", head.group(3));
        string(text, "on", after(ON, lines));
        String creator = after(CREATED, lines);
        text.append(",\"createdBy\":").append(creator == null ? "0" : creator);
        text.append(",\"stack\":[");
        String comma = "";
        for (String line : lines) {
            if (line.startsWith(AT)) {
                quote(text.append(comma), line.substring(AT.length()));
                comma = ",";
            }
        }
        return text.append("]}").toString();
    }

    private static @Nullable String after(String prefix, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst()
                .orElse(null);
    }

    private static void string(StringBuilder text, String name, @Nullable String value) {
        text.append(",\"").append(name).append("\":");
        if (value == null) {
            text.append("null");
        } else {
            quote(text, value);
        }
    }

    private static void quote(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
