package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceEvent;
import dev.runnel.observe.TraceGoroutine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All goroutines that a trace mentions, by their numbers; one that it does not list has no name. */
final class Goroutines {

    private final List<TraceGoroutine> all;
    private final Map<Long, Integer> places = new HashMap<>();

    Goroutines(Trace trace) {
        TreeMap<Long, TraceGoroutine> known = new TreeMap<>();
        for (TraceGoroutine g : trace.goroutines()) {
            known.put(g.id(), g);
            mention(known, g.createdBy());
        }
        for (TraceEvent event : trace.events()) {
            mention(known, event.g());
            if (isNamedByA(event)) {
                mention(known, event.a());
            }
        }
        all = List.copyOf(known.values());
        for (TraceGoroutine g : all) {
            places.put(g.id(), places.size() + 1);
        }
    }

    private static void mention(Map<Long, TraceGoroutine> known, long id) {
        if (id > 0) {
            known.putIfAbsent(id, new TraceGoroutine(id, null, -1));
        }
    }

    /** Whether the number a of this event is a goroutine. */
    static boolean isNamedByA(TraceEvent event) {
        return switch (event.kind()) {
            case CREATED, READIED -> true;
            default -> false;
        };
    }

    List<TraceGoroutine> all() {
        return all;
    }

    /** Counted from 1; 0 for none. */
    int place(long id) {
        return places.getOrDefault(id, 0);
    }
}
