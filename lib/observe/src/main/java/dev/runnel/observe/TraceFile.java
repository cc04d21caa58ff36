package dev.runnel.observe;

import dev.runnel.trace.EventKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The form of trace files, version 1. */
final class TraceFile {

    private static final long VERSION = 1;
    private static final int WIDTH = 6;
    private static final int MOST_PROCS = 1 << 16;
    private static final List<String> CARRIERS = List.of("shared", "dedicated");
    private static final List<String> CLOCKS = List.of("nanos", "virtual");

    /** What may happen without a P. */
    static final Set<EventKind> WITHOUT_P = EnumSet.of(EventKind.CREATED, EventKind.READIED, EventKind.BACK);

    private static final Map<String, EventKind> KINDS =
            Stream.of(EventKind.values()).collect(Collectors.toMap(EventKind::word, Function.identity()));

    private TraceFile() {}

    static String text(Trace trace) {
        StringBuilder text = new StringBuilder(
                (int) Math.min(1 << 30, 200 + 40L * trace.events().size()));
        text.append("{\"version\":").append(VERSION).append(",\"procs\":").append(trace.procs());
        text.append(",\"carriers\":");
        Json.quote(text, trace.carriers());
        text.append(",\"clock\":");
        Json.quote(text, trace.clock());
        text.append(",\"complete\":").append(trace.complete());
        text.append(",\"end\":").append(trace.end());
        text.append(",\n\"reasons\":[");
        String comma = "";
        for (String reason : trace.reasons()) {
            Json.quote(text.append(comma), reason);
            comma = ",";
        }
        text.append("],\n\"goroutines\":[");
        comma = "";
        for (TraceGoroutine g : trace.goroutines()) {
            text.append(comma).append("{\"id\":").append(g.id()).append(",\"name\":");
            String name = g.name();
            if (name == null) {
                text.append("null");
            } else {
                Json.quote(text, name);
            }
            text.append(",\"createdBy\":").append(g.createdBy()).append('}');
            comma = ",";
        }
        text.append("],\n\"events\":[");
        comma = "\n";
        for (TraceEvent event : trace.events()) {
            text.append(comma).append('[').append(event.time()).append(",\"");
            text.append(event.kind().word()).append("\",").append(event.p()).append(',');
            text.append(event.g()).append(',').append(event.a()).append(',');
            text.append(event.b()).append(']');
            comma = ",\n";
        }
        return text.append("],\n\"lost\":").append(trace.lost()).append("}\n").toString();
    }

    static Trace parse(String json) {
        Map<String, @Nullable Object> file = Json.object(Json.parse(json), "a trace");
        long version = Json.number(file.get("version"), "version");
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "version: " + version + " of trace files is not known; known: " + VERSION);
        }
        int procs = (int) Json.number(file.get("procs"), "procs", 1, MOST_PROCS);
        List<String> reasons = new ArrayList<>();
        for (Object reason : Json.array(file.get("reasons"), "reasons")) {
            reasons.add(Json.string(reason, "reasons"));
        }
        List<TraceGoroutine> goroutines = new ArrayList<>();
        for (Object goroutine : Json.array(file.get("goroutines"), "goroutines")) {
            Map<String, @Nullable Object> g = Json.object(goroutine, "goroutines");
            Object name = g.get("name");
            goroutines.add(new TraceGoroutine(
                    Json.number(g.get("id"), "id", 1, Long.MAX_VALUE),
                    name == null ? null : Json.string(name, "name"),
                    Json.number(g.get("createdBy"), "createdBy", -1, Long.MAX_VALUE)));
        }
        List<TraceEvent> events = new ArrayList<>();
        long time = 0;
        for (Object element : Json.array(file.get("events"), "events")) {
            TraceEvent event = event(Json.array(element, "events"), procs);
            requireNotBefore(
                    time, event.time(), "time", " of event " + events.size(), "as the event before it was then");
            time = event.time();
            events.add(event);
        }
        long end = Json.number(file.get("end"), "end", 0, Long.MAX_VALUE);
        requireNotBefore(time, end, "end", "", "as the last event was then");
        return new Trace(
                procs,
                oneOf(CARRIERS, file.get("carriers"), "carriers"),
                oneOf(CLOCKS, file.get("clock"), "clock"),
                Json.truth(file.get("complete"), "complete"),
                end,
                Json.number(file.get("lost"), "lost", 0, Long.MAX_VALUE),
                reasons,
                goroutines,
                events);
    }

    /** Of a trace that no file was read for: there is an array with a place for each P. */
    static int procs(Trace trace) {
        return (int) Json.number((long) trace.procs(), "procs", 1, MOST_PROCS);
    }

    private static void requireNotBefore(long earliest, long time, String what, String where, String why) {
        if (time < earliest) {
            throw new IllegalArgumentException(
                    what + ": '" + time + "'" + where + " is not allowed; allowed: " + earliest + " and more, " + why);
        }
    }

    private static String oneOf(List<String> allowed, @Nullable Object value, String what) {
        String word = Json.string(value, what);
        if (!allowed.contains(word)) {
            throw new IllegalArgumentException(
                    what + ": '" + word + "' is not allowed; allowed: " + String.join(", ", allowed));
        }
        return word;
    }

    private static TraceEvent event(List<@Nullable Object> fields, int procs) {
        if (fields.size() != WIDTH) {
            throw new IllegalArgumentException("events: " + fields + " should have " + WIDTH + " elements");
        }
        String word = Json.string(fields.get(1), "kind");
        EventKind kind = KINDS.get(word);
        if (kind == null) {
            throw new IllegalArgumentException("kind: '" + word + "' is not known; known: " + KINDS.keySet());
        }
        Object a = fields.get(4);
        return new TraceEvent(
                Json.number(fields.get(0), "time", 0, Long.MAX_VALUE),
                kind,
                (int) Json.number(fields.get(2), "p of " + word, WITHOUT_P.contains(kind) ? -1 : 0, procs - 1),
                Json.number(fields.get(3), "g", 0, Long.MAX_VALUE),
                kind == EventKind.STOLEN ? Json.number(a, "a of " + word, 0, procs - 1) : Json.number(a, "a"),
                Json.number(fields.get(5), "b"));
    }
}
