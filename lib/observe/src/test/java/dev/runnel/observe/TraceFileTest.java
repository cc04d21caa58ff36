package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.trace.EventKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace is the same after it was a file, and reading a bad file says what is wrong with it. */
class TraceFileTest {

    private static final String SMALL = """
            { "version": 1, "procs": 2, "carriers": "shared", "clock": "nanos", "complete": true, "end": 61,
              "reasons": ["running", "chan receive"], "later": {"more": [true, false, null]},
              "goroutines": [{"id": 1, "name": "ma\\u0069n", "createdBy": 0}, {"id": 2, "name": null, "createdBy": -1}],
              "events": [[10, "created", -1, 1, 0, 0], [19, "started", 0, 1, 0, 0], [30, "parked", 0, 1, 1, -17]],
              "lost": 0 }
            """;

    @Test
    void read_isWhatTheFileSays() {
        Trace trace = Trace.parse(SMALL);
        assertEquals(
                new Trace(
                        2,
                        "shared",
                        "nanos",
                        true,
                        61,
                        0,
                        List.of("running", "chan receive"),
                        List.of(new TraceGoroutine(1, "main", 0), new TraceGoroutine(2, null, -1)),
                        List.of(
                                new TraceEvent(10, EventKind.CREATED, -1, 1, 0, 0),
                                new TraceEvent(19, EventKind.STARTED, 0, 1, 0, 0),
                                new TraceEvent(30, EventKind.PARKED, 0, 1, 1, -17))),
                trace);
        assertEquals("chan receive", trace.reason(trace.events().get(2)));
        assertEquals("running", trace.reason(new TraceEvent(0, EventKind.PARKED, 0, 1, 0, 0)));
        assertEquals("reason 2", trace.reason(new TraceEvent(0, EventKind.PARKED, 0, 1, 2, 0)));
        assertEquals("reason -1", trace.reason(new TraceEvent(0, EventKind.PARKED, 0, 1, -1, 0)));
    }

    @Test
    void file_keepsATrace(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("trace.json");
        Trace trace = Trace.parse(SMALL);
        trace.write(file);
        assertEquals(trace, Trace.read(file));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whoReadsMeanwhile_seesWhatItWas(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("trace.json"), "before");
        try (BufferedReader reads = Files.newBufferedReader(file)) {
            Trace.parse(SMALL).write(file);
            assertEquals("before", reads.readLine());
        }
        assertEquals(Trace.parse(SMALL), Trace.read(file));
    }

    @Property(tries = 200)
    void any_isTheSameAfterItWasText_andIsExported(@ForAll("traces") Trace trace) {
        assertEquals(trace, Trace.parse(trace.toJson()));
        Json.parse(ChromeTrace.text(trace));
    }

    /** What no viewer can show is no trace. */
    @Property(tries = 200)
    void any_inWhateverOrderOfTime_isRefusedOrExported(@ForAll("disordered") Trace trace) {
        Trace read;
        try {
            read = Trace.parse(trace.toJson());
        } catch (IllegalArgumentException refused) {
            assertTrue(refused.getMessage().contains("is not allowed"), refused.getMessage());
            return;
        }
        Json.parse(ChromeTrace.text(read));
    }

    @Provide
    Arbitrary<Trace> traces() {
        return disordered().map(TraceFileTest::inOrder);
    }

    private static Trace inOrder(Trace trace) {
        List<TraceEvent> events = trace.events().stream()
                .sorted(Comparator.comparingLong(TraceEvent::time))
                .toList();
        return new Trace(
                trace.procs(),
                trace.carriers(),
                trace.clock(),
                trace.complete(),
                events.isEmpty()
                        ? trace.end()
                        : Math.max(trace.end(), events.getLast().time()),
                trace.lost(),
                trace.reasons(),
                trace.goroutines(),
                events);
    }

    @Provide
    Arbitrary<Trace> disordered() {
        Arbitrary<TraceEvent> event = Arbitraries.of(EventKind.values())
                .flatMap(kind -> Combinators.combine(
                                Arbitraries.longs().greaterOrEqual(0),
                                Arbitraries.just(kind),
                                Arbitraries.integers().between(mayBeWithoutP(kind) ? -1 : 0, 2),
                                Arbitraries.longs().greaterOrEqual(0),
                                kind == EventKind.STOLEN ? Arbitraries.longs().between(0, 2) : Arbitraries.longs(),
                                Arbitraries.longs())
                        .as(TraceEvent::new));
        Arbitrary<TraceGoroutine> goroutine = Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(1),
                        Arbitraries.strings().ofMaxLength(9).injectNull(0.3),
                        Arbitraries.longs().greaterOrEqual(-1))
                .as(TraceGoroutine::new);
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.strings().ofMaxLength(9).list().ofMaxSize(3),
                        goroutine.list().ofMaxSize(5),
                        event.list().ofMaxSize(20),
                        Arbitraries.longs().greaterOrEqual(0))
                .as((complete, reasons, goroutines, events, end) ->
                        new Trace(3, "dedicated", "virtual", complete, end, 8, reasons, goroutines, events));
    }

    private static boolean mayBeWithoutP(EventKind kind) {
        return kind == EventKind.CREATED || kind == EventKind.READIED || kind == EventKind.BACK;
    }

    @Test
    void badNumbersAndWords_areNamed() {
        String procs = "procs: '%s' is not allowed; allowed: 1 to 65536";
        for (String bad : List.of("-1", "0", "4294967297", "65537")) {
            assertSays(procs.formatted(bad), SMALL.replace("\"procs\": 2", "\"procs\": " + bad));
        }
        assertSays(
                "complete: true or false was expected, not yes",
                SMALL.replace("\"complete\": true", "\"complete\": \"yes\""));
        assertSays("complete: true or false was expected, not null", SMALL.replace("\"complete\"", "\"incomplete\""));
        assertSays("clock: 'moon' is not allowed; allowed: nanos, virtual", SMALL.replace("nanos", "moon"));
        assertSays("carriers: 'none' is not allowed; allowed: shared, dedicated", SMALL.replace("shared", "none"));
        assertSays("end: '-61' is not allowed; allowed: 0 and more", SMALL.replace("61", "-61"));
        assertSays("lost: '-1' is not allowed; allowed: 0 and more", SMALL.replace("\"lost\": 0", "\"lost\": -1"));
        assertSays("id: '0' is not allowed; allowed: 1 and more", SMALL.replace("\"id\": 2", "\"id\": 0"));
        assertSays(
                "createdBy: '-2' is not allowed; allowed: -1 and more",
                SMALL.replace("\"createdBy\": -1", "\"createdBy\": -2"));
    }

    @Test
    void badEvents_areNamed() {
        String started = "[19, \"started\", 0, 1, 0, 0]";
        assertSays(
                "p of started: '2' is not allowed; allowed: 0 to 1",
                SMALL.replace(started, "[19, \"started\", 2, 1, 0, 0]"));
        assertSays(
                "p of started: '4294967296' is not allowed; allowed: 0 to 1",
                SMALL.replace(started, "[19, \"started\", 4294967296, 1, 0, 0]"));
        assertSays(
                "p of started: '-1' is not allowed; allowed: 0 to 1",
                SMALL.replace(started, "[19, \"started\", -1, 1, 0, 0]"));
        assertSays(
                "p of readied: '-2' is not allowed; allowed: -1 to 1",
                SMALL.replace(started, "[19, \"readied\", -2, 1, 0, 0]"));
        assertSays(
                "a of stolen: '2' is not allowed; allowed: 0 to 1",
                SMALL.replace(started, "[19, \"stolen\", 0, 1, 2, 1]"));
        assertSays(
                "g: '-1' is not allowed; allowed: 0 and more",
                SMALL.replace(started, "[19, \"started\", 0, -1, 0, 0]"));
        assertSays(
                "time: '-19' is not allowed; allowed: 0 and more",
                SMALL.replace(started, "[-19, \"started\", 0, 1, 0, 0]"));
        assertSays(
                "p of started: a whole number was expected, not 0.5",
                SMALL.replace(started, "[19, \"started\", 0.5, 1, 0, 0]"));
    }

    /** In a trace that was made in another way: no array of that size is made. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65537, Integer.MAX_VALUE})
    void badNumberOfPs_isNamed_whoeverUsesIt(int procs) {
        Trace trace = new Trace(procs, "shared", "nanos", true, 0, 0, List.of(), List.of(), List.of());
        for (Executable use : List.<Executable>of(
                () -> ChromeTrace.text(trace), () -> TraceChecker.check(trace), () -> TraceChecker.require(trace))) {
            assertEquals(
                    "procs: '" + procs + "' is not allowed; allowed: 1 to 65536",
                    assertThrows(IllegalArgumentException.class, use).getMessage());
        }
    }

    @Test
    void eventBeforeTheOneBeforeIt_isRefused() {
        assertSays(
                "time: '18' of event 2 is not allowed; allowed: 19 and more, as the event before it was then",
                SMALL.replace("[30, \"parked\"", "[18, \"parked\""));
        assertEquals(
                19,
                Trace.parse(SMALL.replace("[30, \"parked\"", "[19, \"parked\""))
                        .events()
                        .get(2)
                        .time());
    }

    @Test
    void endBeforeTheLastEvent_isRefused() {
        assertSays(
                "end: '29' is not allowed; allowed: 30 and more, as the last event was then",
                SMALL.replace("61", "29"));
        assertEquals(30, Trace.parse(SMALL.replace("61", "30")).end());
    }

    @Test
    void null_isNamed() {
        assertEquals(
                "json",
                assertThrows(NullPointerException.class, () -> Trace.parse(null))
                        .getMessage());
        assertEquals(
                "file",
                assertThrows(NullPointerException.class, () -> Trace.read(null)).getMessage());
        Trace trace = new Trace(1, "shared", "nanos", true, 0, 0, List.of(), List.of(), List.of());
        assertEquals(
                "file",
                assertThrows(NullPointerException.class, () -> trace.write(null))
                        .getMessage());
    }

    @Test
    void bad_saysWhatIsWrong() {
        assertSays("at character 0 of 0: a value was expected", "");
        assertSays("at character 2 of 2: '}' was expected".replace("'}'", "'\"'"), "{ ");
        assertSays("a trace: an object was expected, not 7", "7");
        assertSays("version: a whole number was expected, not null", "{}");
        assertSays("version: 2 of trace files is not known; known: 1", "{\"version\":2}");
        assertSays("kind: 'begun' is not known", SMALL.replace("started", "begun"));
        assertSays("should have 6 elements", SMALL.replace("-17]", "-17, 1]"));
        assertSays("the end was expected", SMALL + "]");
        assertSays("four hexadecimal digits", SMALL.replace("\\u0069", "\\u00"));
        assertSays("four hexadecimal digits", SMALL.replace("\\u0069", "\\u+069"));
        assertSays("at character 3 of 3: an escaped character was expected", "{\"\\");
    }

    @Test
    void json_hasNumbersInOneWay() {
        assertEquals(
                List.of(0L, -7L, Long.MAX_VALUE, 0.5, -10.25),
                Json.parse("[0, -7, " + Long.MAX_VALUE + ", 0.5, -10.25]"));
        for (String none : List.of("1.", ".5", "-.5", "-", "007", "+1", "1e3", "9223372036854775808")) {
            assertThrows(IllegalArgumentException.class, () -> Json.parse(none), none);
        }
    }

    @Test
    void json_isReadWithAllItsEscapesAndSpaces() {
        assertEquals("\t\r\b\f/\n\"\\A", Json.parse("\"\\t\\r\\b\\f\\/\\n\\\"\\\\\\u0041\""));
        assertEquals(Map.of("a", List.of(1L, 2L), "b", true), Json.parse(" { \"a\" : [ 1 , 2 ]\t,\r\n\"b\" : true } "));
    }

    @Test
    void json_isNestedNoDeeperThanAllowed() {
        assertEquals(1, ((List<?>) Json.parse("[".repeat(64) + "]".repeat(64))).size());
        assertEquals(
                "at character 65 of 130: no deeper nesting was expected",
                assertThrows(IllegalArgumentException.class, () -> Json.parse("[".repeat(65) + "]".repeat(65)))
                        .getMessage());
        assertEquals(100, ((List<?>) Json.parse("[" + "[],{},".repeat(49) + "[],{}]")).size());
    }

    private static void assertSays(String what, String json) {
        String message = assertThrows(IllegalArgumentException.class, () -> Trace.parse(json))
                .getMessage();
        assertTrue(message.contains(what), message);
    }
}
