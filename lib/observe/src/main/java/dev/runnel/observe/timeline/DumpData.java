package dev.runnel.observe.timeline;

import dev.runnel.observe.DumpGroup;
import dev.runnel.observe.GroupedDump;
import java.util.List;
import java.util.stream.Collectors;

/** A dump, grouped, as the text that the page reads: an array of groups. */
final class DumpData {

    private DumpData() {}

    static String of(String dump) {
        return GroupedDump.groups(dump).stream().map(DumpData::group).collect(Collectors.joining(",", "[", "]"));
    }

    private static String group(DumpGroup group) {
        return "{\"state\":" + quoted(group.state()) + ",\"place\":" + quoted(group.place()) + ",\"stack\":"
                + list(group.stack()) + ",\"members\":" + list(group.members()) + ",\"on\":" + list(group.on())
                + ",\"creators\":" + list(group.creators()) + "}";
    }

    private static String list(List<String> texts) {
        return texts.stream().map(DumpData::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    /** As JSON, and so that nothing in it ends the script. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c < ' ' || c == '"' || c == '\\' || c == '<' || c == '\u2028' || c == '\u2029') {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
