package dev.runnel.observe.timeline;

import dev.runnel.scheduler.GoroutineGroup;
import dev.runnel.scheduler.GoroutineInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Groups of goroutines as the text that the page reads: an array. */
final class DumpData {

    private DumpData() {}

    static String of(List<GoroutineGroup> groups) {
        return groups.stream().map(DumpData::group).collect(Collectors.joining(",", "[", "]"));
    }

    private static String group(GoroutineGroup group) {
        String place = group.place().map(StackTraceElement::toString).getOrElse("");
        List<String> members =
                group.goroutines().stream().map(GoroutineInfo::label).toList();
        return "{\"state\":" + quoted(group.status()) + ",\"place\":" + quoted(place) + ",\"stack\":"
                + list(stack(group)) + ",\"members\":" + list(members) + ",\"on\":" + list(group.waitsOn())
                + ",\"creators\":" + list(group.creators()) + "}";
    }

    /** Where they are, and below it where they were started, if that is known. */
    private static List<String> stack(GoroutineGroup group) {
        List<String> lines = new ArrayList<>();
        group.stack().forEach(frame -> lines.add("at " + frame));
        if (!group.site().isEmpty()) {
            lines.add(group.creators().isEmpty() ? "created by a thread" : "created by a goroutine");
            group.site().forEach(frame -> lines.add("at " + frame));
        }
        return lines;
    }

    private static String list(List<?> all) {
        return all.stream().map(one -> quoted(String.valueOf(one))).collect(Collectors.joining(",", "[", "]"));
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
