package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.EventKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The exported file is JSON of the form that its viewers want: slices that do not overlap, arrows with two ends. */
class ChromeTraceTest {

    private static List<Map<String, Object>> parse(String text) {
        Map<String, Object> file = Json.object(Json.parse(text), "file");
        List<Map<String, Object>> events = new ArrayList<>();
        for (Object event : Json.array(file.get("traceEvents"), "traceEvents")) {
            events.add(Json.object(event, "event"));
        }
        return events;
    }

    @Test
    void small_isWhatItShows() {
        Trace trace = new Trace(
                1,
                "shared",
                "nanos",
                true,
                9000,
                0,
                List.of("running", "chan receive"),
                List.of(new TraceGoroutine(1, "main", 0)),
                List.of(
                        new TraceEvent(10, EventKind.CREATED, -1, 1, 0, 0),
                        new TraceEvent(20, EventKind.WOKEN, 0, 0, 0, 0),
                        new TraceEvent(1030, EventKind.STARTED, 0, 1, 0, 0),
                        new TraceEvent(2040, EventKind.PARKED, 0, 1, 1, 5)));
        assertEquals("""
                {"displayTimeUnit":"ns","traceEvents":[
                {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"runnel"}},
                {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"P0"}},
                {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"no P"}},
                {"ph":"X","name":"makes 1 main","pid":1,"tid":2,"ts":0.010,"dur":0.001},
                {"ph":"s","name":"created","pid":1,"tid":2,"cat":"created","id":1,"ts":0.010},
                {"ph":"f","name":"created","pid":1,"tid":1,"cat":"created","id":1,"ts":1.030,"bp":"e"},
                {"ph":"X","name":"1 main","pid":1,"tid":1,"ts":1.030,"dur":1.010,"args":{"goroutine":1,"createdBy":0,"then":"chan receive"}}
                ]}
                """, ChromeTrace.text(trace));
    }

    /** What it does first does not hide that it runs; nor does it run where a P has nothing to do. */
    @Test
    void goroutineThatRunsWhenTheTraceBegins_hasItsSlice() {
        Trace trace = new Trace(
                4,
                "shared",
                "nanos",
                false,
                9000,
                5,
                List.of("running", "chan receive"),
                List.of(new TraceGoroutine(1, "main", 0), new TraceGoroutine(7, "other", 1)),
                List.of(
                        new TraceEvent(1000, EventKind.READIED, 0, 2, 1, 0),
                        new TraceEvent(2000, EventKind.CREATED, 1, 3, 7, 0),
                        new TraceEvent(2500, EventKind.IDLE, 2, 0, 0, 0),
                        new TraceEvent(2600, EventKind.READIED, 2, 4, 0, 0), // by a timer
                        new TraceEvent(2700, EventKind.STOLEN, 3, 3, 1, 1),
                        new TraceEvent(2800, EventKind.STARTED, 3, 3, 0, 0),
                        new TraceEvent(3000, EventKind.PARKED, 0, 1, 1, 5)));
        List<String> slices = new ArrayList<>();
        for (Map<String, Object> event : parse(ChromeTrace.text(trace))) {
            if ("X".equals(event.get("ph"))) {
                slices.add(event.get("name") + " " + event.get("tid") + " " + event.get("ts") + " " + event.get("dur"));
            }
        }
        assertEquals(
                List.of(
                        "wakes goroutine 4 3 2.6 0.001",
                        "1 main 1 1.0 2.0",
                        "7 other 2 1.0 8.0",
                        "goroutine 3 4 2.8 6.2"),
                slices);
    }

    private static List<String> slices(Trace trace, String... members) {
        List<String> slices = new ArrayList<>();
        for (Map<String, Object> shown : parse(ChromeTrace.text(trace))) {
            if ("X".equals(shown.get("ph"))) {
                StringBuilder slice = new StringBuilder().append(shown.get("name"));
                for (String member : members) {
                    slice.append(' ').append(shown.get(member));
                }
                slices.add(slice.toString());
            }
        }
        return slices;
    }

    /** Even on a P of which nothing was said before. */
    @Test
    void goroutineThatBegins_hasItsSliceFromThereOn() {
        assertEquals(
                List.of("goroutine 1 1 2.0 1.0"),
                slices(
                        ofTwoPs(
                                event(1000, EventKind.WOKEN, 1, 0, 0),
                                event(2000, EventKind.RUNNING, 0, 1, 0),
                                event(2500, EventKind.READIED, 0, 2, 1),
                                event(3000, EventKind.YIELDED, 0, 1, 0)),
                        "tid",
                        "ts",
                        "dur"));
    }

    @Test
    void whoWakesWithoutAP_andATimerOnAP_runNowhere() {
        assertEquals(
                List.of(
                        "wakes goroutine 2 3 1.0 0.001",
                        "wakes goroutine 3 1 2.0 0.001",
                        "makes goroutine 4 1 3.0 0.001"),
                slices(
                        ofTwoPs(
                                event(1000, EventKind.READIED, -1, 2, 1),
                                event(2000, EventKind.READIED, 0, 3, 0),
                                event(3000, EventKind.CREATED, 0, 4, 0)),
                        "tid",
                        "ts",
                        "dur"));
    }

    @Test
    void goroutine_isCalledByItsNumber_andItsNameIfThatIsKnown() {
        Trace trace = new Trace(
                1,
                "shared",
                "nanos",
                false,
                9000,
                0,
                List.of("a \"reason\""),
                List.of(new TraceGoroutine(1, "a \"name\"\n", 0), new TraceGoroutine(2, null, 1)),
                List.of(
                        event(1000, EventKind.RUNNING, 0, 1, 0),
                        event(2000, EventKind.PARKED, 0, 1, 0),
                        event(3000, EventKind.RUNNING, 0, 2, 0),
                        event(4000, EventKind.PARKED, 0, 2, 0),
                        event(5000, EventKind.RUNNING, 0, 3, 0),
                        event(6000, EventKind.PARKED, 0, 3, 0)));
        assertEquals(
                List.of(
                        "1 a \"name\"\n {goroutine=1, createdBy=0, then=a \"reason\"}",
                        "goroutine 2 {goroutine=2, createdBy=1, then=a \"reason\"}",
                        "goroutine 3 {goroutine=3, createdBy=-1, then=a \"reason\"}"),
                slices(trace, "args"));
    }

    private static Trace ofTwoPs(TraceEvent... events) {
        return new Trace(2, "shared", "nanos", false, 9000, 5, List.of(), List.of(), List.of(events));
    }

    private static TraceEvent event(long time, EventKind kind, int p, long g, long a) {
        return new TraceEvent(time, kind, p, g, a, 0);
    }

    @Test
    void slice_saysWhyItEnds_andGoroutinesThatAreOutsideAreShownSo() {
        Trace trace = ofTwoPs(
                event(1000, EventKind.WOKEN, 1, 0, 0),
                event(1500, EventKind.OUT, 0, 1, 0),
                event(3000, EventKind.BACK, 0, 1, 0),
                event(3500, EventKind.OUT, 0, 1, 1),
                event(4000, EventKind.BACK, -1, 1, 0),
                event(4500, EventKind.RUNNING, 1, 1, 0),
                event(5000, EventKind.YIELDED, 1, 1, 0),
                event(5100, EventKind.RUNNING, 1, 1, 0),
                event(5200, EventKind.YIELDED, 1, 1, 1),
                event(5300, EventKind.RUNNING, 1, 1, 0),
                event(5400, EventKind.YIELDED, 1, 1, 2),
                event(5500, EventKind.RUNNING, 1, 1, 0),
                event(5600, EventKind.ENDED, 1, 1, 0),
                event(5700, EventKind.RUNNING, 1, 2, 0),
                event(5800, EventKind.ENDED, 1, 2, 1),
                event(6000, EventKind.RUNNING, 0, 3, 0),
                event(6100, EventKind.OUT, 0, 3, 0));
        List<String> ends = new ArrayList<>();
        List<String> outside = new ArrayList<>();
        for (Map<String, Object> shown : parse(ChromeTrace.text(trace))) {
            if ("X".equals(shown.get("ph"))) {
                ends.add(shown.get("ts") + " "
                        + Json.object(shown.get("args"), "args").get("then"));
            } else if ("outside".equals(shown.get("cat"))) {
                outside.add(shown.get("ph") + " " + shown.get("name") + " " + shown.get("id") + " " + shown.get("ts"));
            }
        }
        assertEquals(
                List.of(
                        "1.0 blocked in the JDK", // it has run there from the beginning
                        "3.0 ran too long",
                        "4.5 yields",
                        "5.1 preempted",
                        "5.3 its child runs",
                        "5.5 ended",
                        "5.7 failed",
                        "6.0 blocked in the JDK"),
                ends);
        assertEquals(
                List.of(
                        "b goroutine 1 outside 1 1.5",
                        "e goroutine 1 outside 1 3.0",
                        "b goroutine 1 outside 1 3.5",
                        "e goroutine 1 outside 1 4.0",
                        "b goroutine 3 outside 3 6.1",
                        "e goroutine 3 outside 3 9.0"), // the end of the trace
                outside);
    }

    @Test
    void arrows_goFromWhereAGoroutineCameFrom_toWhereItRuns() {
        Trace trace = ofTwoPs(
                event(1000, EventKind.CREATED, 0, 3, 1),
                event(2000, EventKind.READIED, 0, 2, 1),
                event(2100, EventKind.RUNNING, 1, 2, 0),
                event(2200, EventKind.YIELDED, 1, 2, 0),
                event(2300, EventKind.STOLEN, 1, 3, 0),
                event(2400, EventKind.STARTED, 1, 3, 0),
                event(2500, EventKind.YIELDED, 1, 3, 0),
                event(2600, EventKind.RUNNING, 1, 2, 0), // once is enough
                event(2700, EventKind.READIED, -1, 4, 5)); // which never runs
        List<String> arrows = new ArrayList<>();
        for (Map<String, Object> shown : parse(ChromeTrace.text(trace))) {
            if ("s".equals(shown.get("ph")) || "f".equals(shown.get("ph"))) {
                arrows.add(shown.get("ph") + " " + shown.get("name") + " " + shown.get("id") + " " + shown.get("tid")
                        + " " + shown.get("ts"));
            }
        }
        assertEquals(
                List.of(
                        "s readied 1 1 2.0",
                        "f readied 1 2 2.1",
                        "s created 2 1 1.0",
                        "f created 2 2 2.4",
                        "s stolen 3 1 2.3",
                        "f stolen 3 2 2.4"),
                arrows);
    }

    @Test
    void contradiction_isRefused(@TempDir Path folder) {
        TraceEvent parked = new TraceEvent(5, EventKind.PARKED, 0, 1, 0, 0);
        assertRefused("the time, 4, is not allowed; allowed: 5 to 9", folder, parked, woken(4, 0));
        assertRefused("the time, 10, is not allowed; allowed: 5 to 9", folder, parked, woken(10, 0));
        assertRefused("its P, 2, is not allowed; allowed: 0 to 1", folder, parked, woken(5, 2));
        assertRefused("its P, -1, is not allowed; allowed: 0 to 1", folder, parked, woken(5, -1));
        TraceEvent stolen = new TraceEvent(5, EventKind.STOLEN, 0, 1, 2, 1);
        assertRefused("the P that it was stolen from, 2, is not allowed; allowed: 0 to 1", folder, stolen);
    }

    private static TraceEvent woken(long time, int p) {
        return new TraceEvent(time, EventKind.WOKEN, p, 0, 0, 0);
    }

    private static void assertRefused(String why, Path folder, TraceEvent... events) {
        Trace trace = new Trace(2, "shared", "nanos", true, 9, 0, List.of(), List.of(), List.of(events));
        Path file = folder.resolve("chrome.json");
        String message = assertThrows(IllegalArgumentException.class, () -> ChromeTrace.write(trace, file))
                .getMessage();
        assertTrue(message.endsWith(why), message);
        assertFalse(Files.exists(file));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whoReadsMeanwhile_seesWhatItWas(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("chrome.json"), "before");
        try (BufferedReader reads = Files.newBufferedReader(file)) {
            ChromeTrace.write(ofTwoPs(), file);
            assertEquals("before", reads.readLine());
        }
        assertEquals(ChromeTrace.text(ofTwoPs()), Files.readString(file));
    }

    @Test
    void real_hasSlicesThatDoNotOverlapAndArrowsWithTwoEnds(@TempDir Path folder) throws IOException {
        try (GoRuntime runtime = new GoRuntime(
                RuntimeConfig.fromProperties().withProcs(2).withTracing(Tracing.ON.withEvents(1 << 14)))) {
            runtime.run(() -> Busy.work(6, 20));
            Trace trace = Trace.of(runtime.recorder().record().get());
            Path file = folder.resolve("chrome.json");
            ChromeTrace.write(trace, file);
            List<Map<String, Object>> events = parse(Files.readString(file));
            Map<Object, Double> ends = new HashMap<>();
            Map<Object, Integer> flows = new HashMap<>();
            long slices = 0;
            for (Map<String, Object> event : events) {
                String phase = (String) event.get("ph");
                if (phase.equals("X")) {
                    slices += event.containsKey("args") ? 1 : 0;
                    double from = (Double) event.get("ts");
                    double end = ends.getOrDefault(event.get("tid"), 0.0);
                    assertTrue(from >= end - 1e-6, event + " begins before " + end);
                    ends.put(event.get("tid"), from + (Double) event.get("dur"));
                } else if (phase.equals("s") || phase.equals("f")) {
                    flows.merge(event.get("id"), phase.equals("s") ? 1 : 100, Integer::sum);
                }
            }
            long began = trace.events().stream()
                    .filter(e -> e.kind() == EventKind.STARTED
                            || e.kind() == EventKind.RUNNING
                            || (e.kind() == EventKind.BACK && e.p() >= 0))
                    .count();
            assertEquals(began, slices);
            assertTrue(flows.size() > 6, flows.toString());
            flows.forEach((id, both) -> assertEquals(101, both, "arrow " + id));
        }
    }
}
