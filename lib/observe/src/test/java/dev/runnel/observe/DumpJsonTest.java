package dev.runnel.observe;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.GoroutineInfo.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the core writes as JSON can be parsed, and says the same. */
class DumpJsonTest {

    private static final String ODD = "a \"name\" \\ with\n\t\0 and \u007f, \u2028, \ud83d\ude00, \ud83d";

    @Test
    void json_hasAllThatTheDumpHas() {
        GoroutineInfo g = new GoroutineInfo(
                Long.MAX_VALUE,
                ODD,
                State.WAITING,
                "chan send",
                Duration.ofNanos(1_234_567_890_123L),
                "Chan#1 (len 0, cap 0)",
                7,
                List.of(new StackTraceElement("A", "<init>", null, -2)),
                List.of(new StackTraceElement("B", "b", "B.java", 9)));
        GoroutineInfo bare = new GoroutineInfo(1, null, State.RUNNING, null, null, null, 0, List.of(), List.of());
        String text = new GoroutineDump(Instant.EPOCH, List.of(g, bare), 3, 4).json();
        assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')), text);
        Map<String, @Nullable Object> dump = Json.object(Json.parse(text), "dump");
        assertEquals("1970-01-01T00:00:00Z", dump.get("at"));
        assertEquals(3L, dump.get("leftOut"));
        assertEquals(4L, dump.get("notStarted"));
        List<@Nullable Object> all = Json.array(dump.get("goroutines"), "goroutines");
        Map<String, @Nullable Object> first = Json.object(all.get(0), "goroutine");
        assertEquals(Long.MAX_VALUE, first.get("id"));
        assertEquals(ODD, first.get("name"));
        assertEquals("waiting", first.get("state"));
        assertEquals("chan send", first.get("reason"));
        assertEquals(1_234_567_890_123L, first.get("since"));
        assertEquals("Chan#1 (len 0, cap 0)", first.get("waitsOn"));
        assertEquals(7L, first.get("creator"));
        assertEquals("[{class=A, method=<init>, file=null, line=-2}]", String.valueOf(first.get("site")));
        assertEquals("[{class=B, method=b, file=B.java, line=9}]", String.valueOf(first.get("stack")));
        Map<String, @Nullable Object> second = Json.object(all.get(1), "goroutine");
        assertEquals("running", second.get("state"));
        assertTrue(second.containsKey("name") && second.get("name") == null);
        assertEquals(List.of(), second.get("stack"));
        assertEquals(GoroutineInfo.class.getRecordComponents().length, second.size());
        assertEquals(
                GoroutineDump.class.getRecordComponents().length,
                dump.size(),
                () -> Arrays.toString(GoroutineDump.class.getRecordComponents()));
    }

    @Test
    void json_ofRuntimes_canBeParsed() {
        try (GoRuntime runtime = new GoRuntime()) {
            runtime.go("waits", () -> chan().recv());
            while (!runtime.dumpJson().contains("\"chan receive\"")) {
                Thread.onSpinWait();
            }
            Map<String, @Nullable Object> dump = Json.object(Json.parse(runtime.dumpJson()), "dump");
            assertEquals(1, Json.array(dump.get("goroutines"), "goroutines").size());
            assertFalse(Json.array(Json.parse(Go.dumpJson()), "runtimes").isEmpty());
        }
    }
}
