package dev.runnel.observe;

import dev.runnel.trace.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The form of trace files, version 1. */
final class TraceFile {

    private static final long VERSION = 1;
    private static final int WIDTH = 6;
    private static final Map<String, EventKind> KINDS =
            Stream.of(EventKind.values()).collect(Collectors.toMap(EventKind::word, Function.identity()));

    private TraceFile() {}

    static String text(Trace trace) {
        StringBuilder text = new StringBuilder(200 + 40 * trace.events().size());
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
        List<String> reasons = new ArrayList<>();
        for (Object reason : Json.array(file.get("reasons"), "reasons")) {
            reasons.add(Json.string(reason, "reasons"));
        }
        List<TraceGoroutine> goroutines = new ArrayList<>();
        for (Object goroutine : Json.array(file.get("goroutines"), "goroutines")) {
            Map<String, @Nullable Object> g = Json.object(goroutine, "goroutines");
            Object name = g.get("name");
            goroutines.add(new TraceGoroutine(
                    Json.number(g.get("id"), "id"),
                    name == null ? null : Json.string(name, "name"),
                    Json.number(g.get("createdBy"), "createdBy")));
        }
        List<TraceEvent> events = new ArrayList<>();
        for (Object event : Json.array(file.get("events"), "events")) {
            events.add(event(Json.array(event, "events")));
        }
        return new Trace(
                (int) Json.number(file.get("procs"), "procs"),
                Json.string(file.get("carriers"), "carriers"),
                Json.string(file.get("clock"), "clock"),
                Boolean.TRUE.equals(file.get("complete")),
                Json.number(file.get("end"), "end"),
                Json.number(file.get("lost"), "lost"),
                reasons,
                goroutines,
                events);
    }

    private static TraceEvent event(List<@Nullable Object> fields) {
        if (fields.size() != WIDTH) {
            throw new IllegalArgumentException("events: " + fields + " should have " + WIDTH + " elements");
        }
        String word = Json.string(fields.get(1), "kind");
        EventKind kind = KINDS.get(word);
        if (kind == null) {
            throw new IllegalArgumentException("kind: '" + word + "' is not known; known: " + KINDS.keySet());
        }
        return new TraceEvent(
                Json.number(fields.get(0), "time"),
                kind,
                (int) Json.number(fields.get(2), "p"),
                Json.number(fields.get(3), "g"),
                Json.number(fields.get(4), "a"),
                Json.number(fields.get(5), "b"));
    }
}
