package dev.runnel.scheduler;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Goroutines as JSON. Nothing but ASCII comes out, whatever names goroutines have. */
final class DumpJson {

    private final StringBuilder out = new StringBuilder();

    private DumpJson() {}

    static String of(GoroutineDump dump) {
        DumpJson json = new DumpJson();
        json.out.append("{\"at\":");
        json.string(dump.at().toString());
        json.out.append(",\"goroutines\":[");
        for (int i = 0; i < dump.goroutines().size(); i++) {
            json.out.append(i == 0 ? "\n" : ",\n");
            json.goroutine(dump.goroutines().get(i));
        }
        json.out.append("],\"leftOut\":").append(dump.leftOut());
        json.out.append(",\"notStarted\":").append(dump.notStarted()).append('}');
        return json.out.toString();
    }

    private void goroutine(GoroutineInfo g) {
        out.append("{\"id\":").append(g.id()).append(",\"name\":");
        string(g.name());
        out.append(",\"state\":");
        string(g.state().name().toLowerCase(Locale.ROOT));
        out.append(",\"reason\":");
        string(g.reason());
        out.append(",\"since\":");
        out.append(g.since() == null ? "null" : Long.toString(g.since().toNanos()));
        out.append(",\"waitsOn\":");
        string(g.waitsOn());
        out.append(",\"creator\":").append(g.creator()).append(",\"site\":");
        frames(g.site());
        out.append(",\"stack\":");
        frames(g.stack());
        out.append('}');
    }

    private void frames(List<StackTraceElement> frames) {
        out.append('[');
        for (int i = 0; i < frames.size(); i++) {
            StackTraceElement frame = frames.get(i);
            out.append(i == 0 ? "{\"class\":" : ",{\"class\":");
            string(frame.getClassName());
            out.append(",\"method\":");
            string(frame.getMethodName());
            out.append(",\"file\":");
            string(frame.getFileName());
            out.append(",\"line\":").append(frame.getLineNumber()).append('}');
        }
        out.append(']');
    }

    private void string(@Nullable String s) {
        if (s == null) {
            out.append("null");
            return;
        }
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                out.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
