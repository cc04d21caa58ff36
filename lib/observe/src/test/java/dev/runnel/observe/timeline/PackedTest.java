package dev.runnel.observe.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import dev.runnel.observe.TraceEvent;
import dev.runnel.observe.TraceGoroutine;
import dev.runnel.trace.EventKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A trace is the same after it was packed, and one that contradicts itself is refused. */
class PackedTest {

    private static final long MOST = 1L << 53;

    @Test
    void example_isTheSame() throws IOException {
        TraceChecker.require(Examples.two());
        TraceChecker.require(Examples.rest());
        assertEquals(Examples.two(), Unpacked.of(Packed.of(Examples.two())));
    }

    @Property(tries = 50)
    void simulated_isTheSame(
            @ForAll @IntRange(min = 1, max = 9) int procs,
            @ForAll @IntRange(min = 1, max = 200) int goroutines,
            @ForAll @IntRange(max = 3000) int events,
            @ForAll long seed)
            throws IOException {
        Trace trace = Simulation.of(procs, goroutines, events, seed);
        TraceChecker.require(trace);
        assertEquals(trace, Unpacked.of(Packed.of(trace)));
    }

    @Test
    void largestNumbers_areKept() throws IOException {
        Trace trace = with(
                List.of(new TraceGoroutine(MOST, "é—\uD83D\uDE00", 0)),
                new TraceEvent(MOST - 1, EventKind.PARKED, -1, MOST, MOST, -MOST),
                new TraceEvent(MOST, EventKind.PARKED, 1, MOST, 0, MOST));
        assertEquals(trace, Unpacked.of(Packed.of(trace)));
    }

    /** They are those of a program whose clock is virtual; the browser rounds them. */
    @Test
    void largerTimes_areKept() throws IOException {
        Trace trace = new Trace(
                1,
                "shared",
                "virtual",
                true,
                Long.MAX_VALUE,
                0,
                List.of("sleep"),
                List.of(new TraceGoroutine(1, null, 0)),
                List.of(
                        new TraceEvent(0, EventKind.PARKED, 0, 1, 0, 0),
                        new TraceEvent(Long.MAX_VALUE, EventKind.READIED, 0, 1, 0, 0)));
        assertEquals(trace, Unpacked.of(Packed.of(trace)));
    }

    @Test
    void unlistedGoroutines_areListed() throws IOException {
        Trace trace = with(List.of(new TraceGoroutine(4, null, 2)), new TraceEvent(5, EventKind.READIED, 0, 7, 3, 0));
        Trace back = Unpacked.of(Packed.of(trace));
        assertEquals(trace.events(), back.events());
        assertEquals(
                List.of(
                        new TraceGoroutine(2, null, -1),
                        new TraceGoroutine(3, null, -1),
                        new TraceGoroutine(4, null, 2),
                        new TraceGoroutine(7, null, -1)),
                back.goroutines());
    }

    @Test
    void eventTakesFewBytes() {
        Trace trace = Simulation.of(4, 200, 50_000, 1);
        int size = Packed.of(trace).length();
        assertTrue(size < 6 * trace.events().size(), size + " characters");
    }

    @Test
    void contradiction_isRefused() {
        TraceGoroutine g = new TraceGoroutine(1, null, 0);
        TraceEvent parked = new TraceEvent(5, EventKind.PARKED, 0, 1, 0, 0);
        assertRefused(
                "comes after one of 5 ns", with(List.of(g), parked, new TraceEvent(4, EventKind.WOKEN, 0, 0, 0, 0)));
        assertRefused("no such P", with(List.of(g), new TraceEvent(5, EventKind.PARKED, 2, 1, 0, 0)));
        assertRefused("no such P", with(List.of(g), new TraceEvent(5, EventKind.IDLE, -1, 0, 0, 0)));
        assertRefused("no such goroutine", with(List.of(g), new TraceEvent(5, EventKind.PARKED, 0, 0, 0, 0)));
        assertRefused("too large", with(List.of(g), new TraceEvent(5, EventKind.PARKED, 0, 1, 0, Long.MIN_VALUE)));
        assertRefused("no number", with(List.of(new TraceGoroutine(0, null, 0))));
        assertRefused("procs", new Trace(0, "shared", "nanos", true, 9, 0, List.of(), List.of(), List.of()));
        assertRefused(
                "before the last event",
                new Trace(2, "shared", "nanos", true, 4, 0, List.of(), List.of(g), List.of(parked)));
    }

    private static Trace with(List<TraceGoroutine> goroutines, TraceEvent... events) {
        return new Trace(
                2, "shared", "nanos", true, MOST, 0, List.of("a", ""), goroutines, new ArrayList<>(List.of(events)));
    }

    private static void assertRefused(String why, Trace trace) {
        String message = assertThrows(IllegalArgumentException.class, () -> Packed.of(trace))
                .getMessage();
        assertTrue(message.contains(why), message);
    }
}
