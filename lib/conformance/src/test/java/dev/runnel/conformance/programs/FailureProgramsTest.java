package dev.runnel.conformance.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.observe.Trace;
import dev.runnel.observe.TraceChecker;
import dev.runnel.observe.TraceEvent;
import dev.runnel.trace.EventKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures that nobody catches; P47. */
class FailureProgramsTest {

    private static final String MAIN_FAILED = "goroutine 1 \"main\" failed: ";
    private static final String STATE = "java.lang.IllegalStateException: ";

    /** TestCrashHandler. */
    @OnProcs
    void crashHandler(int procs) {
        Child.run("Crash", procs)
                .succeeded("main: recovered done\nnew-thread: recovered done\nsecond-new-thread: recovered done\n"
                        + "main-again: recovered done\n");
    }

    /** TestCrashWhileTracing: the trace is there all the same, up to the failure. */
    @OnProcs
    void crashWhileTracing(int procs, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("trace.json");
        Exit exit = Child.run("CrashWhileTracing", procs, "-Drunnel.trace=on", "-Drunnel.trace.file=" + file);
        exit.failed(MAIN_FAILED + STATE + "yzzyx\n");
        Trace trace = Trace.read(file);
        TraceChecker.require(trace);
        List<TraceEvent> ends = trace.events().stream()
                .filter(event -> event.kind() == EventKind.ENDED)
                .toList();
        assertEquals(1, ends.size(), ends::toString); // main is about to end
        assertEquals("xyzzy", name(trace, ends.getFirst().g()));
        assertEquals(0, ends.getFirst().a());
        assertEquals("main", name(trace, 1));
    }

    private static @Nullable String name(Trace trace, long g) {
        return trace.goroutines().stream()
                .filter(goroutine -> goroutine.id() == g)
                .findFirst()
                .orElseThrow()
                .name();
    }

    /** TestStackOverflow. */
    @OnProcs
    void stackOverflow(int procs) {
        Exit exit = Child.run("StackOverflow", procs);
        exit.failed("goroutine ");
        exit.says(" failed: java.lang.StackOverflowError\n", "Failures.depth(", "goroutine 1 \"main\" [");
        exit.printed("");
    }

    /** TestGoNil. */
    @OnProcs
    void goNil(int procs) {
        Exit exit = Child.run("GoNil", procs);
        exit.failed(MAIN_FAILED + "java.lang.NullPointerException: go of nil func value\n");
    }

    /** TestMainGoroutineID. */
    @OnProcs
    void mainGoroutineId(int procs) {
        Exit exit = Child.run("MainGoroutineID", procs);
        exit.failed(MAIN_FAILED + STATE + "test\n\ngoroutine 1 \"main\" [failed]:\n\tat ");
        exit.says("Failures.mainFails(", "Caused by: " + STATE + "test\n", "Failures.mainFails(");
    }

    /** TestNoHelperGoroutines. */
    @OnProcs
    void noHelperGoroutines(int procs) {
        Exit exit = Child.run("NoHelperGoroutines", procs);
        exit.failed(MAIN_FAILED + STATE + "oops\n");
        assertEquals(
                1,
                Pattern.compile("goroutine [0-9]+ [^\n]*\\[")
                        .matcher(exit.err())
                        .results()
                        .count(),
                exit.err());
    }

    /** TestPanicRace: main's return swallows no failure. It is run ten times, and none is lost. */
    @Test
    void panicRace() {
        for (int i = 0; i < 10; i++) {
            reportsCrash(Child.run("PanicRace", 1 << i % 3));
        }
    }

    /**
     * TestPanicRace as it stands. A call into the runtime unwinds its caller when main has returned, and then the exit
     * takes the place of the failure; so this can be asserted only of one of ten tries, as in Go.
     */
    @Test
    void panicRace_withACallIntoTheRuntime() {
        Exit seen = IntStream.range(0, 10)
                .mapToObj(i -> Child.run("PanicRaceWithCall", 1 << i % 3))
                .filter(exit -> exit.status() != 0)
                .findFirst()
                .orElseThrow();
        reportsCrash(seen);
    }

    private static void reportsCrash(Exit exit) {
        exit.failed("goroutine ");
        exit.says(" failed: " + STATE + "crash\n", "WhileMainReturns$", "created by goroutine 1\n");
        assertTrue(exit.out().isEmpty(), exit.out());
    }
}
