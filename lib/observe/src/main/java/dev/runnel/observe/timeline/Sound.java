package dev.runnel.observe.timeline;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceEvent;
import dev.runnel.observe.TraceGoroutine;
import dev.runnel.trace.EventKind;

/**
 * What must hold of a trace before it can be drawn at all. Whether the scheduler did right is for the checker of
 * traces.
 */
final class Sound {

    private static final int MOST_PROCS = 1 << 16;

    /** Numbers up to here are exact in the browser. Times may be beyond: neighbours may fall together then. */
    private static final long MOST = 1L << 53;

    private Sound() {}

    static void check(Trace trace) {
        require(trace.procs() >= 1 && trace.procs() <= MOST_PROCS, "procs: " + trace.procs() + " is not possible");
        require(trace.end() >= 0, "end: " + trace.end() + " is no time");
        require(trace.lost() >= 0 && trace.lost() <= MOST, "lost: " + trace.lost() + " is no count");
        for (TraceGoroutine g : trace.goroutines()) {
            require(g.id() >= 1 && g.id() <= MOST, "goroutines: " + g.id() + " is no number of one");
            require(g.createdBy() <= MOST, "goroutines: " + g.createdBy() + " is no number of one");
        }
        long before = 0;
        for (TraceEvent event : trace.events()) {
            require(event.time() >= before, "events: " + event + " comes after one of " + before + " ns");
            before = event.time();
            check(event, trace);
        }
        require(trace.end() >= before, "end: " + trace.end() + " is before the last event, of " + before + " ns");
    }

    private static void check(TraceEvent event, Trace trace) {
        boolean ofP = event.kind() == EventKind.IDLE || event.kind() == EventKind.WOKEN;
        require(event.p() >= (ofP ? 0 : -1) && event.p() < trace.procs(), "events: " + event + ": there is no such P");
        require(event.g() >= (ofP ? 0 : 1) && event.g() <= MOST, "events: " + event + ": there is no such goroutine");
        require(isExact(event.a()) && isExact(event.b()), "events: " + event + " has too large numbers");
    }

    private static boolean isExact(long n) {
        return -MOST <= n && n <= MOST;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
