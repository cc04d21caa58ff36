package dev.runnel.runtime.trace;

import dev.runnel.runtime.trace.EventRing.Copy;
import dev.runnel.trace.FlightRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One sequence of the events of all rings, in order of their stamps. Events earlier than the oldest event of a ring
 * that has overwritten some are left out: else goroutines would have gaps in their lives.
 */
final class Merge {

    private record Cursor(Copy ring, int p, int at) {
        long stamp() {
            return ring.stamp(at);
        }
    }

    private final Map<Long, FlightRecord.Named> named = new TreeMap<>();
    private final long began;
    private long[] events = new long[FlightRecord.WIDTH * 64];
    private int length;
    private long lost;
    private long lastStamp;

    /**
     * @param rings those of the Ps, and then the one without a P
     * @param began the stamp that is time 0
     * @param cut events from this stamp on are not wanted
     */
    Merge(List<Copy> rings, long began, long cut) {
        this.began = began;
        lastStamp = began;
        long from = begin(rings, cut);
        PriorityQueue<Cursor> next =
                new PriorityQueue<>(Comparator.comparingLong(Cursor::stamp).thenComparingInt(Cursor::p));
        for (int i = 0; i < rings.size(); i++) {
            lost += rings.get(i).lost();
            push(next, rings.get(i), i == rings.size() - 1 ? -1 : i, 0);
        }
        for (Cursor first = next.poll(); first != null; first = next.poll()) {
            if (first.stamp() < from) {
                lost++;
                remember(first);
            } else if (first.stamp() < cut) {
                remember(first);
                add(first);
            }
            push(next, first.ring(), first.p(), first.at() + 1);
        }
    }

    private static long begin(List<Copy> rings, long cut) {
        long from = Long.MIN_VALUE;
        for (Copy ring : rings) {
            if (ring.lost() > 0) {
                from = Math.max(from, ring.size() == 0 ? cut : ring.stamp(0));
            }
        }
        return from;
    }

    private static void push(PriorityQueue<Cursor> next, Copy ring, int p, int at) {
        if (at < ring.size()) {
            next.add(new Cursor(ring, p, at));
        }
    }

    private void remember(Cursor event) {
        if (event.ring().kind(event.at()) == EventRing.CREATED) {
            long id = event.ring().g(event.at());
            @Nullable String name = event.ring().name(event.at());
            named.put(id, new FlightRecord.Named(id, name, event.ring().a(event.at())));
        }
    }

    private void add(Cursor event) {
        if (length == events.length) {
            events = Arrays.copyOf(events, length * 2);
        }
        Copy ring = event.ring();
        int i = event.at();
        lastStamp = event.stamp();
        events[length] = lastStamp - began;
        events[length + 1] = ring.kind(i);
        events[length + 2] = event.p();
        events[length + 3] = ring.g(i);
        events[length + 4] = ring.a(i);
        events[length + 5] = ring.b(i);
        length += FlightRecord.WIDTH;
    }

    long lost() {
        return lost;
    }

    /** The stamp of the last event, or of the beginning. */
    long lastStamp() {
        return lastStamp;
    }

    long[] events() {
        return Arrays.copyOf(events, length);
    }

    /** The goroutines that occur in these events, and those that live. */
    List<FlightRecord.Named> goroutines(List<FlightRecord.Named> live) {
        Map<Long, FlightRecord.Named> all = new TreeMap<>();
        for (FlightRecord.Named g : live) {
            all.put(g.id(), g);
        }
        for (int at = 0; at < length; at += FlightRecord.WIDTH) {
            long id = events[at + 3];
            if (id != 0 && !all.containsKey(id)) {
                FlightRecord.Named known = named.get(id);
                all.put(id, known == null ? new FlightRecord.Named(id, null, -1) : known);
            }
        }
        return new ArrayList<>(all.values());
    }
}
