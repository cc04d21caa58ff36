package dev.runnel.observe.timeline;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.observe.Trace;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.EventKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page is one file that needs nothing else, and the command says what is wrong. */
class TimelineTest {

    private static final Pattern DATA = Pattern.compile("<script id=\"data\"[^>]*>([^<]*)</script>");
    private static final Pattern DUMP = Pattern.compile("<script id=\"dumped\"[^>]*>([^<]*)</script>");

    @TempDir
    private Path folder;

    @Test
    void page_hasTheTrace() throws IOException {
        Path file = folder.resolve("two.html");
        Timeline.write(Examples.two(), file);
        assertEquals(Examples.two(), traceIn(file));
        assertTrue(Files.readString(file).contains("<title>two</title>"));
    }

    @Test
    void run_withoutAFile_isRefusedBeforeItBegins() {
        AtomicBoolean began = new AtomicBoolean();
        assertThrows(NullPointerException.class, () -> Timeline.run(null, () -> began.set(true)));
        assertFalse(began.get());
    }

    @Test
    void page_needsNothingElse() {
        String page = Timeline.html(Examples.two(), "two");
        assertFalse(Pattern.compile("https?:|\\bimport\\b|\\bsrc\\s*=|\\bhref\\s*=|url\\(|fetch\\(|XMLHttp")
                .matcher(page)
                .find());
        assertTrue(page.contains("default-src 'none'"));
        assertFalse(page.contains("{{"));
    }

    @Test
    void scripts_endWhereTheyShould() {
        String page = Timeline.html(Examples.two(), "two");
        assertEquals(Page.SCRIPTS.size() + 2, page.split("</script", -1).length - 1);
        for (String script : Page.SCRIPTS) {
            assertTrue(Page.resource(script + ".js").startsWith("// "), script + " does not say what it does");
        }
    }

    @Test
    void wordsOfTheTrace_areNoMarkup() throws IOException {
        String page = Timeline.html(Examples.rest(), "</title><script>{{data}}</script>");
        assertTrue(page.contains("<title>&lt;/title&gt;&lt;script&gt;{{data}}&lt;/script&gt;</title>"));
        assertFalse(page.contains("<b>&"));
        Matcher data = DATA.matcher(page);
        assertTrue(data.find());
        assertEquals(
                Examples.rest().goroutines().get(1).name(),
                Unpacked.of(data.group(1)).goroutines().get(2).name());
    }

    @Test
    void run_writesWhatHappened() throws IOException {
        Path file = folder.resolve("run.html");
        Timeline.run(file, () -> {
            Chan<Integer> numbers = chan();
            go("sender", () -> numbers.send(1));
            numbers.recv();
        });
        Trace trace = traceIn(file);
        assertTrue(trace.complete());
        assertTrue(trace.goroutines().stream().anyMatch(g -> "sender".equals(g.name())));
        assertTrue(trace.events().stream().anyMatch(event -> event.kind() == EventKind.ENDED && event.g() == 1));
    }

    @Test
    void runThatFails_isShownAsItWas() throws IOException {
        Path file = folder.resolve("stuck.html");
        assertThrows(DeadlockException.class, () -> Timeline.run(file, () -> chan().recv()));
        Trace trace = traceIn(file);
        assertEquals(
                EventKind.PARKED,
                trace.events().stream()
                        .filter(event -> event.g() == 1)
                        .reduce((first, second) -> second)
                        .orElseThrow()
                        .kind());
    }

    @Test
    void runOfManyThatFails_hasItsDump() throws IOException {
        Path file = folder.resolve("stuck.html");
        DeadlockException stuck = assertThrows(
                DeadlockException.class,
                () -> Timeline.run(file, () -> {
                    Chan<Integer> never = chan();
                    for (int i = 0; i < 200; i++) {
                        go(() -> never.recv());
                    }
                    never.recv();
                }));
        Matcher dump = DUMP.matcher(Files.readString(file));
        assertTrue(dump.find());
        assertEquals(DumpData.of(stuck.goroutines().get().groups()), dump.group(1));
        assertTrue(dump.group(1).startsWith("[{\"state\":\"chan receive\",\"place\":\""), dump.group(1));
    }

    @Test
    void pageWithADump_hasTheGroups() {
        StackTraceElement at = new StackTraceElement("A", "b", "A.java", 1);
        GoroutineInfo g = new GoroutineInfo(
                7,
                "</script>",
                GoroutineInfo.State.WAITING,
                "chan send",
                Duration.ZERO,
                "Chan#1 (len 0, cap 0)",
                1,
                List.of(new StackTraceElement("C", "d", "C.java", 2)),
                List.of(new StackTraceElement("dev.runnel.channel.SendChan", "sendAll", "SendChan.java", 1), at));
        String page = Timeline.html(Examples.two(), new GoroutineDump(Instant.EPOCH, List.of(g), 0, 0), "with a dump");
        Matcher dump = DUMP.matcher(page);
        assertTrue(dump.find());
        assertEquals(
                "[{'state':'chan send','place':'A.b(A.java:1)',"
                        + "'stack':['at dev.runnel.channel.SendChan.sendAll(SendChan.java:1)','at A.b(A.java:1)',"
                        + "'created by a goroutine','at C.d(C.java:2)'],"
                        + "'members':['7 \\u0022\\u003c/script>\\u0022'],'on':['Chan#1 (len 0, cap 0)'],'creators':['1']}]",
                dump.group(1).replace('"', '\''));
    }

    @Test
    void halfOfASurrogatePair_isAQuestionMarkAndTheRestStays() {
        GoroutineInfo g = new GoroutineInfo(
                7,
                "job \uD83D, \uD83D\uDE00, \uDE00",
                GoroutineInfo.State.WAITING,
                "chan send",
                Duration.ZERO,
                "Chan#1 (len 0, cap 0)",
                1,
                List.of(),
                List.of());
        String page = Timeline.html(
                Examples.two(),
                new GoroutineDump(Instant.EPOCH, List.of(g), 0, 0),
                "half \uD83D, whole \uD83D\uDE00, half \uDE00");
        assertTrue(StandardCharsets.UTF_8.newEncoder().canEncode(page));
        assertTrue(page.contains("<title>half ?, whole \uD83D\uDE00, half ?</title>"));
        Matcher dump = DUMP.matcher(page);
        assertTrue(dump.find());
        assertTrue(dump.group(1).contains("job ?, \uD83D\uDE00, ?"), dump.group(1));
    }

    @Test
    void runThatFails_whenANameIsCutInAPair_hasItsPage() throws IOException {
        Path file = folder.resolve("cut.html");
        DeadlockException stuck = assertThrows(
                DeadlockException.class,
                () -> Timeline.run(file, () -> {
                    Chan<Integer> never = chan();
                    go("job \uD83D", () -> never.recv());
                    never.recv();
                }));
        assertEquals(List.of(), List.of(stuck.getSuppressed()));
        assertTrue(traceIn(file).goroutines().stream().anyMatch(g -> "job ?".equals(g.name())));
    }

    @Test
    void command_makesAPage() throws IOException {
        Path trace = Files.writeString(folder.resolve("two.json"), Examples.TWO);
        Path page = folder.resolve("page.html");
        assertEquals(page + ": 18 events of 2 goroutines on 2 Ps\n", command(0, trace.toString(), page.toString()));
        assertEquals(Examples.two(), traceIn(page));
    }

    @Test
    void command_saysWhatIsWrong() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.json"), Examples.TWO.replace("\"end\":61000", "\"end\":61"));
        Path bytes = Files.write(folder.resolve("bytes.json"), new byte[] {'{', -1, -2});
        Path good = Files.writeString(folder.resolve("good.json"), Examples.TWO);
        String page = folder.resolve("page.html").toString();
        assertTrue(command(2).startsWith("usage: "));
        assertTrue(command(2, "a", "b", "c").startsWith("usage: "));
        assertEquals("missing.json: there is no such file or folder\n", command(2, "missing.json", page));
        assertEquals(
                bad + " is no trace: end: '61' is not allowed; allowed: 60950 and more, as the last event was then\n",
                command(2, bad.toString(), page));
        assertEquals(bytes + " is no trace: it is not UTF-8\n", command(2, bytes.toString(), page));
        String nowhere = folder.resolve("none").resolve("page.html").toString();
        assertEquals(nowhere + ": there is no such file or folder\n", command(2, good.toString(), nowhere));
        assertFalse(Files.exists(Path.of(page)));
    }

    private static Trace traceIn(Path page) throws IOException {
        Matcher data = DATA.matcher(Files.readString(page));
        assertTrue(data.find());
        return Unpacked.of(data.group(1));
    }

    private static String command(int status, String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertEquals(status, Main.run(arguments, out, out));
        return said.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void pageOfARuntimeThatWasNotRecorded_isRefused() {
        Path file = folder.resolve("none.html");
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withTracing(Tracing.OFF))) {
            String text = assertThrows(NoSuchElementException.class, () -> Timeline.write(runtime, file))
                    .getMessage();
            assertEquals("the flight recorder of " + runtime.observed().name() + " was never on", text);
        }
        assertFalse(Files.exists(file));
    }
}
