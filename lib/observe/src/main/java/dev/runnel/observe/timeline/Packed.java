package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceEvent;
import dev.runnel.observe.TraceGoroutine;
import dev.runnel.trace.EventKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.zip.GZIPOutputStream;

/**
 * A trace in few bytes, for {@code decode.js}: what is said of the whole, the goroutines, then the events column by
 * column, each as differences where neighbours are close. From here on, goroutines are places in the table: 1 is its
 * first, 0 none; for a creator, 1 means unknown and 2 the first.
 */
final class Packed {

    private static final long VERSION = 1;
    private static final List<EventKind> KINDS = List.of(EventKind.values());

    private final Trace trace;
    private final Goroutines goroutines;
    private final Varints out = new Varints();

    private Packed(Trace trace) {
        this.trace = trace;
        this.goroutines = new Goroutines(trace);
    }

    /** As base64 of gzip. */
    static String of(Trace trace) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes(trace));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    static byte[] bytes(Trace trace) {
        Sound.check(trace);
        Packed packed = new Packed(trace);
        packed.whole();
        packed.goroutines();
        packed.events();
        return packed.out.bytes();
    }

    private void whole() {
        out.unsigned(VERSION);
        out.unsigned(trace.procs());
        out.text(trace.carriers());
        out.text(trace.clock());
        out.unsigned(trace.complete() ? 1 : 0);
        out.unsigned(trace.end());
        out.unsigned(trace.lost());
        texts(trace.reasons());
        texts(KINDS.stream().map(EventKind::word).toList());
    }

    private void goroutines() {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (TraceGoroutine g : goroutines.all()) {
            String name = g.name();
            if (name != null) {
                names.putIfAbsent(name, names.size() + 1);
            }
        }
        texts(List.copyOf(names.keySet()));
        out.unsigned(goroutines.all().size());
        long before = 0;
        for (TraceGoroutine g : goroutines.all()) {
            out.unsigned(g.id() - before);
            before = g.id();
            String name = g.name();
            out.unsigned(name == null ? 0 : names.getOrDefault(name, 0));
            out.unsigned(g.createdBy() == 0 ? 0 : g.createdBy() < 0 ? 1 : goroutines.place(g.createdBy()) + 1);
        }
    }

    private void events() {
        out.unsigned(trace.events().size());
        differences(TraceEvent::time);
        for (TraceEvent event : trace.events()) {
            out.unsigned(KINDS.indexOf(event.kind()));
        }
        for (TraceEvent event : trace.events()) {
            out.unsigned(event.p() + 1);
        }
        differences(event -> goroutines.place(event.g()));
        for (TraceEvent event : trace.events()) {
            out.signed(Goroutines.isNamedByA(event) ? goroutines.place(event.a()) : event.a());
        }
        for (TraceEvent event : trace.events()) {
            out.signed(event.b());
        }
    }

    private void differences(ToLongFunction<TraceEvent> column) {
        long before = 0;
        for (TraceEvent event : trace.events()) {
            long now = column.applyAsLong(event);
            out.signed(now - before);
            before = now;
        }
    }

    private void texts(List<String> texts) {
        out.unsigned(texts.size());
        texts.forEach(out::text);
    }
}
