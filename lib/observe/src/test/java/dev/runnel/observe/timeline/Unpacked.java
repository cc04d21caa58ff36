package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceEvent;
import dev.runnel.observe.TraceGoroutine;
import dev.runnel.trace.EventKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Reads what {@link Packed} has written, as the page does. */
final class Unpacked {

    private final ByteBuffer in;

    private Unpacked(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    static Trace of(String packed) throws IOException {
        byte[] compressed = Base64.getDecoder().decode(packed);
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return new Unpacked(gzip.readAllBytes()).trace();
        }
    }

    private Trace trace() {
        long version = unsigned();
        if (version != 1) {
            throw new IllegalStateException("version " + version);
        }
        int procs = (int) unsigned();
        String carriers = text();
        String clock = text();
        boolean complete = unsigned() == 1;
        long end = unsigned();
        long lost = unsigned();
        List<String> reasons = texts();
        List<EventKind> kinds = texts().stream()
                .map(word -> Stream.of(EventKind.values())
                        .filter(kind -> kind.word().equals(word))
                        .findFirst()
                        .orElseThrow())
                .toList();
        List<TraceGoroutine> goroutines = goroutines();
        List<TraceEvent> events = events(kinds, goroutines);
        if (in.hasRemaining()) {
            throw new IllegalStateException(in.remaining() + " bytes are left");
        }
        return new Trace(procs, carriers, clock, complete, end, lost, reasons, goroutines, events);
    }

    private List<TraceGoroutine> goroutines() {
        List<String> names = texts();
        int n = (int) unsigned();
        long[] id = new long[n];
        int[] name = new int[n];
        int[] by = new int[n];
        for (int i = 0; i < n; i++) {
            id[i] = unsigned() + (i == 0 ? 0 : id[i - 1]);
            name[i] = (int) unsigned();
            by[i] = (int) unsigned();
        }
        List<TraceGoroutine> goroutines = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            long creator = by[i] == 0 ? 0 : by[i] == 1 ? -1 : id[by[i] - 2];
            goroutines.add(new TraceGoroutine(id[i], name[i] == 0 ? null : names.get(name[i] - 1), creator));
        }
        return goroutines;
    }

    private List<TraceEvent> events(List<EventKind> kinds, List<TraceGoroutine> goroutines) {
        int n = (int) unsigned();
        long[] time = differences(n);
        long[] kind = LongStream.generate(this::unsigned).limit(n).toArray();
        long[] p = LongStream.generate(this::unsigned).limit(n).toArray();
        long[] g = differences(n);
        long[] a = LongStream.generate(this::signed).limit(n).toArray();
        long[] b = LongStream.generate(this::signed).limit(n).toArray();
        List<TraceEvent> events = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            TraceEvent event =
                    new TraceEvent(time[i], kinds.get((int) kind[i]), (int) p[i] - 1, id(goroutines, g[i]), a[i], b[i]);
            events.add(
                    switch (event.kind()) {
                        case CREATED, READIED ->
                            new TraceEvent(
                                    event.time(), event.kind(), event.p(), event.g(), id(goroutines, a[i]), event.b());
                        default -> event;
                    });
        }
        return events;
    }

    private static long id(List<TraceGoroutine> goroutines, long place) {
        return place == 0 ? 0 : goroutines.get((int) place - 1).id();
    }

    private long[] differences(int n) {
        long[] column = new long[n];
        long now = 0;
        for (int i = 0; i < n; i++) {
            column[i] = now += signed();
        }
        return column;
    }

    private long unsigned() {
        long n = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            n |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return n;
            }
        }
    }

    private long signed() {
        long n = unsigned();
        return n >>> 1 ^ -(n & 1);
    }

    private String text() {
        byte[] bytes = new byte[(int) unsigned()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (long left = unsigned(); left > 0; left--) {
            texts.add(text());
        }
        return texts;
    }
}
