package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.EventKind;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The checker finds each kind of step that cannot be, and names it. */
class TraceCheckerTest {

    /**
     * Goroutine 1 on P0 makes 2 and waits; P1 steals 2, which goes out and comes back, and readies 1; 1 yields, and
     * both end.
     */
    private static final List<TraceEvent> GOOD = List.of(
            event(EventKind.CREATED, -1, 1, 0, 0),
            event(EventKind.WOKEN, 0, 0, 0, 0),
            event(EventKind.STARTED, 0, 1, 0, 0),
            event(EventKind.CREATED, 0, 2, 1, 0),
            event(EventKind.WOKEN, 1, 0, 0, 0),
            event(EventKind.STOLEN, 1, 2, 0, 1),
            event(EventKind.STARTED, 1, 2, 0, 0),
            event(EventKind.PARKED, 0, 1, 1, 17),
            event(EventKind.IDLE, 0, 0, 0, 0),
            event(EventKind.OUT, 1, 2, 0, 0),
            event(EventKind.BACK, -1, 2, 0, 0),
            event(EventKind.RUNNING, 1, 2, 0, 0),
            event(EventKind.OUT, 1, 2, 1, 0),
            event(EventKind.IDLE, 1, 0, 0, 0),
            event(EventKind.WOKEN, 0, 0, 0, 0),
            event(EventKind.BACK, 0, 2, 0, 0),
            event(EventKind.READIED, 0, 1, 2, 0),
            event(EventKind.ENDED, 0, 2, 0, 0),
            event(EventKind.RUNNING, 0, 1, 0, 0),
            event(EventKind.YIELDED, 0, 1, 0, 0),
            event(EventKind.RUNNING, 0, 1, 0, 0),
            event(EventKind.ENDED, 0, 1, 1, 0),
            event(EventKind.IDLE, 0, 0, 0, 0));

    private static TraceEvent event(EventKind kind, int p, long g, long a, long b) {
        return new TraceEvent(0, kind, p, g, a, b);
    }

    private static Trace trace(boolean complete, List<TraceEvent> events) {
        List<TraceEvent> timed = new ArrayList<>();
        for (TraceEvent e : events) {
            timed.add(new TraceEvent(
                    e.time() == 0 ? 10 * (timed.size() + 1) : e.time(), e.kind(), e.p(), e.g(), e.a(), e.b()));
        }
        return new Trace(2, "shared", "nanos", complete, 10_000, 0, List.of(), List.of(), timed);
    }

    @Test
    void good_passes() {
        TraceChecker.require(trace(true, GOOD));
        for (int from = 0; from < GOOD.size(); from++) {
            TraceChecker.require(trace(false, GOOD.subList(from, GOOD.size())));
        }
    }

    @Test
    void missing_isFound() {
        for (int i = 0; i < GOOD.size(); i++) {
            if (GOOD.get(i).kind() != EventKind.STOLEN && matters(GOOD, i)) {
                List<TraceEvent> less = new ArrayList<>(GOOD);
                less.remove(i);
                assertFound(trace(true, less), "without " + GOOD.get(i));
            }
        }
    }

    @Test
    void doubled_isFound() {
        for (int i = 0; i < GOOD.size(); i++) {
            if (GOOD.get(i).kind() != EventKind.STOLEN) {
                List<TraceEvent> more = new ArrayList<>(GOOD);
                more.add(i, GOOD.get(i));
                assertFound(trace(true, more), "twice " + GOOD.get(i));
            }
        }
    }

    @Test
    void realTrace_isFoundOutForEachMissingAndDoubledStep() {
        try (GoRuntime runtime = new GoRuntime(
                RuntimeConfig.fromProperties().withProcs(2).withTracing(Tracing.ON.withEvents(1 << 14)))) {
            runtime.run(() -> Busy.work(4, 10));
            Trace real = Trace.of(runtime.recorder().record().get());
            TraceChecker.require(real);
            assertEquals(runtime.observed().isDedicated() ? "dedicated" : "shared", real.carriers());
            assertEquals("nanos", real.clock());
            List<TraceEvent> events = real.events();
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i).kind() == EventKind.STOLEN) {
                    continue;
                }
                List<TraceEvent> changed = new ArrayList<>(events);
                changed.add(i, events.get(i));
                assertFound(with(real, changed), "twice " + events.get(i));
                if (matters(events, i)) {
                    changed.remove(i);
                    changed.remove(i);
                    assertFound(with(real, changed), "without " + events.get(i));
                }
            }
        }
    }

    private static Trace with(Trace t, List<TraceEvent> events) {
        return new Trace(
                t.procs(), t.carriers(), t.clock(), t.complete(), t.end(), 0, t.reasons(), t.goroutines(), events);
    }

    /** Whether the goroutine, or the P if there is none, has a later step that changes its state. */
    private static boolean matters(List<TraceEvent> events, int index) {
        TraceEvent event = events.get(index);
        return events.subList(index + 1, events.size()).stream()
                .anyMatch(later -> later.kind() != EventKind.STOLEN
                        && (event.g() == 0 ? later.p() == event.p() : later.g() == event.g()));
    }

    @Test
    void each_isNamed() {
        assertSays("it runs on P0", 6, e -> changed(e, EventKind.RUNNING, 1, 1, 0));
        assertSays("P1 runs goroutine 2", 7, e -> changed(e, EventKind.IDLE, 1, 0, 0));
        assertSays("it runs on P1", 7, e -> changed(e, EventKind.PARKED, 0, 2, 0));
        assertSays("it runs on P0", 7, e -> changed(e, EventKind.READIED, 0, 1, 0));
        assertSays("it waits", 8, e -> changed(e, EventKind.ENDED, 0, 1, 0));
        assertSays("it has ended", 18, e -> changed(e, EventKind.ENDED, 0, 2, 0));
        assertSays("it was not created", 3, e -> changed(e, EventKind.STARTED, 0, 9, 0));
        assertSays("it was there before", 4, e -> changed(e, EventKind.CREATED, 0, 2, 1));
        assertSays("it has not started", 6, e -> changed(e, EventKind.RUNNING, 1, 2, 0));
        assertSays("it is runnable", 20, e -> changed(e, EventKind.STARTED, 0, 1, 0));
        assertSays("P0 is idle", 9, e -> changed(e, EventKind.CREATED, 0, 3, 0));
        assertSays("P1 is idle", 4, e -> changed(e, EventKind.STARTED, 1, 2, 0));
        assertSays("P0 runs goroutine 1", 4, e -> changed(e, EventKind.STARTED, 0, 2, 0));
        assertSays("P0 runs goroutine 1", 4, e -> changed(e, EventKind.WOKEN, 0, 0, 0));
        assertSays("P0 runs goroutine 1, not goroutine 7", 3, e -> changed(e, EventKind.CREATED, 0, 2, 7));
        assertSays("it waits", 9, e -> changed(e, EventKind.BACK, -1, 1, 0));
        assertSays("it runs on P0", 6, e -> changed(e, EventKind.BACK, -1, 1, 0));
        assertSays("it is outside", 10, e -> changed(e, EventKind.OUT, 1, 2, 0));
        assertSays("that is the same P", 5, e -> new TraceEvent(e.time(), EventKind.STOLEN, 1, 2, 1, 1));
        assertSays("there is no P7", 5, e -> new TraceEvent(e.time(), EventKind.STOLEN, 1, 2, 7, 1));
        assertSays("that is nothing", 5, e -> new TraceEvent(e.time(), EventKind.STOLEN, 1, 2, 0, 0));
        assertSays("it runs on P0", 5, e -> new TraceEvent(e.time(), EventKind.STOLEN, 1, 1, 0, 1));
        assertSays("there is no such P", 2, e -> changed(e, EventKind.STARTED, 2, 1, 0));
        assertSays("that needs a P", 2, e -> changed(e, EventKind.STARTED, -1, 1, 0));
        assertSays("that needs a P", 1, e -> changed(e, EventKind.WOKEN, -1, 0, 0));
        assertSays("that needs a P", 7, e -> changed(e, EventKind.PARKED, -1, 1, 0));
        assertSays("that needs a P", 3, e -> changed(e, EventKind.CREATED, -1, 2, 1));
        assertSays("it runs on P0", 7, e -> changed(e, EventKind.PARKED, 1, 1, 0));
        assertSays("P0 runs goroutine 2, not goroutine 7", 16, e -> changed(e, EventKind.READIED, 0, 1, 7));
        assertSays("there is no P2", 5, e -> new TraceEvent(e.time(), EventKind.STOLEN, 1, 2, 2, 1));
        assertSays("there is no such goroutine", 2, e -> changed(e, EventKind.STARTED, 0, 0, 0));
        assertSays("this is of no goroutine", 1, e -> changed(e, EventKind.WOKEN, 0, 1, 0));
        assertSays("the one before was at 20 ns", 2, e -> new TraceEvent(1, e.kind(), e.p(), e.g(), 0, 0));
    }

    private static TraceEvent changed(TraceEvent event, EventKind kind, int p, long g, long a) {
        return new TraceEvent(event.time(), kind, p, g, a, 0);
    }

    private static void assertSays(String why, int index, UnaryOperator<TraceEvent> change) {
        List<TraceEvent> changed = new ArrayList<>(GOOD);
        changed.set(index, change.apply(GOOD.get(index)));
        WrongStep wrong = TraceChecker.check(trace(true, changed)).get();
        assertEquals(why, wrong.why(), wrong.toString());
        assertEquals(index, wrong.index());
    }

    @Test
    void unknownBeginnings_areNoReasonToMissWhatIsKnown() {
        List<TraceEvent> rest = new ArrayList<>(GOOD.subList(10, GOOD.size()));
        rest.add(event(EventKind.PARKED, 0, 1, 0, 0));
        assertEquals(
                "it has ended", TraceChecker.check(trace(false, rest)).get().why());
        List<TraceEvent> twice = List.of(event(EventKind.RUNNING, 0, 5, 0, 0), event(EventKind.RUNNING, 1, 5, 0, 0));
        assertEquals(
                "it runs on P0", TraceChecker.check(trace(false, twice)).get().why());
        List<TraceEvent> another = List.of(event(EventKind.RUNNING, 0, 5, 0, 0), event(EventKind.PARKED, 0, 6, 0, 0));
        assertEquals(
                "P0 runs goroutine 5",
                TraceChecker.check(trace(false, another)).get().why());
    }

    /** One that does something to another runs, and it is known where. */
    @Test
    void actor_isKnownToRun() {
        List<TraceEvent> elsewhere =
                List.of(event(EventKind.CREATED, 0, 7, 5, 0), event(EventKind.RUNNING, 1, 5, 0, 0));
        assertEquals(
                "it runs on P0",
                TraceChecker.check(trace(false, elsewhere)).get().why());
        List<TraceEvent> waits = List.of(
                event(EventKind.RUNNING, 0, 5, 0, 0),
                event(EventKind.PARKED, 0, 5, 0, 0),
                event(EventKind.CREATED, 1, 7, 5, 0));
        assertEquals(
                "goroutine 5 waits",
                TraceChecker.check(trace(false, waits)).get().why());
    }

    /** As under a virtual clock. */
    @Test
    void stepsAtTheSameTime_pass() {
        List<TraceEvent> atOnce = GOOD.stream()
                .map(e -> new TraceEvent(7, e.kind(), e.p(), e.g(), e.a(), e.b()))
                .toList();
        TraceChecker.require(trace(true, atOnce));
    }

    @Test
    void message_showsWhatWentBefore() {
        List<TraceEvent> twice = new ArrayList<>(GOOD);
        twice.add(event(EventKind.ENDED, 0, 1, 0, 0));
        String message = assertThrows(AssertionError.class, () -> TraceChecker.require(trace(true, twice)))
                .getMessage();
        assertTrue(
                message.startsWith("event 23 cannot be: 240 ns: goroutine 1 ended, on P0; but it has ended\n"),
                message);
        assertTrue(message.contains("   0  10 ns: goroutine 1 created, no P at hand\n"), message);
        assertTrue(message.contains(" > 23  240 ns: goroutine 1 ended, on P0\n"), message);
        assertTrue(message.contains("   13  140 ns: "), message); // near
        assertFalse(message.contains("   12  130 ns: "), message); // of another, and not near
    }

    private static void assertFound(Trace trace, String change) {
        Option<WrongStep> wrong = TraceChecker.check(trace);
        assertTrue(wrong.isDefined(), change);
    }
}
