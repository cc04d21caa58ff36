package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.nilChan;
import static dev.runnel.Go.select;
import static java.time.Duration.ofHours;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.Body;
import dev.runnel.scope.Scope;
import dev.runnel.sync.Mutex;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layout of dumps; P82, P83, C63. */
class DumpTest {

    static Stream<Arguments> reasons() {
        Map<String, Body> all = new LinkedHashMap<>();
        all.put("chan receive", () -> chan().recv());
        all.put("chan send", () -> chan().send(1));
        all.put("chan receive (nil chan)", () -> nilChan().recv());
        all.put("chan send (nil chan)", () -> nilChan().send(1));
        all.put(
                "select",
                () -> select().recv(chan(), () -> {}).recv(chan(), () -> {}).run());
        all.put("select (no cases)", () -> select().run());
        all.put("sleep", () -> Go.sleep(ofHours(1)));
        return all.entrySet().stream().map(e -> Arguments.of(e.getKey(), e.getValue()));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void dump_goroutineWaits_saysWhy(String reason, Body wait) {
        Runtimes.run(2, () -> {
            GoHandle g = go(wait);
            String header = "goroutine " + g.id() + " [" + reason + "]:\n";
            while (!Go.dump().contains(header)) {
                Go.gosched();
            }
            String entry = entry(Go.dump(), header);
            assertTrue(entry.contains("\tat dev.runnel.DumpTest."), entry);
            assertFalse(entry.contains("dev.runnel.runtime."), entry);
            assertFalse(entry.contains("java.lang.VirtualThread"), entry);
            assertTrue(entry.endsWith("\ncreated by goroutine 1\n"), entry);
        });
    }

    private static String entry(String dump, String header) {
        int from = dump.indexOf(header);
        return dump.substring(from, dump.indexOf("\n\n", from) + 1);
    }

    @Test
    void dump_goroutineBlockedInTheJdk_showsWhere() {
        Runtimes.run(2, () -> {
            GoHandle g = go(() -> Thread.sleep(1_000_000));
            String header = "goroutine " + g.id() + " [in the JDK, or running without a P]:\n";
            while (!Go.dump().contains(header)) {
                Go.gosched();
            }
            String entry = entry(Go.dump(), header);
            assertTrue(entry.contains("java.lang.Thread.sleep("), entry);
            assertTrue(entry.contains("\tat dev.runnel.DumpTest."), entry);
        });
    }

    @Test
    void dump_goroutineWaits_namesTheChannel() {
        Runtimes.run(2, () -> {
            Chan<Integer> c = chan(3);
            GoHandle g = go(c::recv);
            String header = "goroutine " + g.id() + " [chan receive]:\n";
            while (!Go.dump().contains(header)) {
                Go.gosched();
            }
            assertTrue(Go.dump().contains(header + "  on " + c + "\n"), Go.dump());
        });
    }

    @Test
    void dump_goroutineWaitsWithinACallOfTheLibrary_showsThatCall_andWhoCalls() {
        Runtimes.run(2, () -> {
            go(() -> {
                try (Scope scope = Scope.open()) {
                    scope.go(() -> Go.sleep(ofHours(1)));
                    scope.join();
                }
            });
            while (!Go.dump().contains("\tat dev.runnel.scope.Scope.join(")) {
                Go.gosched();
            }
            String dump = Go.dump();
            assertFalse(dump.contains("dev.runnel.scope.Tally."), dump);
            assertTrue(dump.contains("\tat dev.runnel.DumpTest."), dump);
        });
    }

    static Stream<Arguments> timers() {
        Timer stopped = new Timer(ofHours(1));
        stopped.stop();
        Timer set = new Timer(ofHours(1));
        Ticker ticker = new Ticker(ofHours(1));
        return Stream.of(
                Arguments.of("timer", set.c()),
                Arguments.of("ticker", ticker.c()),
                Arguments.of("timer, not set", stopped.c()));
    }

    @ParameterizedTest
    @MethodSource("timers")
    void dump_goroutineWaitsForATimer_saysSo(String what, RecvChan<Instant> c) {
        Runtimes.run(2, () -> {
            Body[] waits = {
                c::recv, () -> select().recv(c, () -> {}).recv(chan(), () -> {}).run()
            };
            for (Body wait : waits) {
                GoHandle g = go(wait);
                Pattern entry = Pattern.compile(
                        "goroutine " + g.id() + " \\[(chan receive|select)]:\n  on (receive from )?Chan#\\d+ \\(" + what
                                + ", len 0, cap 0\\)[,\n]");
                while (!entry.matcher(Go.dump()).find()) {
                    Go.gosched();
                }
            }
        });
    }

    @Test
    void dump_goroutineSelectsAnEvent_saysOfWhat() {
        Runtimes.run(2, () -> {
            Mutex mutex = new Mutex();
            mutex.lock();
            GoHandle g = go(() -> select().on(mutex.lockEvent(), () -> {}).run());
            String header = "goroutine " + g.id() + " [select]:\n";
            while (!Go.dump().contains(header)) {
                Go.gosched();
            }
            String entry = entry(Go.dump(), header);
            assertTrue(entry.startsWith(header + "  on wait for Mutex#"), entry);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void dump_main_isGoroutineOneAndFirst(int procs) {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            runtime.run(() -> {
                Chan<Void> never = chan();
                for (int i = 0; i < 5; i++) {
                    go("named", never::recv);
                }
                Pattern waits = Pattern.compile("(?m)^goroutine \\d+ \"named\" \\[chan receive]:$");
                while (waits.matcher(runtime.dump()).results().count() < 5) {
                    Go.gosched();
                }
                String dump = runtime.dump();
                assertTrue(dump.startsWith("goroutine 1 \"main\" [running]:\n"), dump);
                assertEquals(6, dump.split("(?m)^goroutine ", -1).length - 1, dump);
                assertFalse(entry(dump, "goroutine 1 ").contains("created by"), dump);
            });
        }
    }

    @Test
    void dump_goroutineThatCalls_beginsWithItsOwnCall() {
        Runtimes.run(2, () -> {
            String[] lines =
                    entry(Go.dump(), "goroutine 1 \"main\" [running]:\n").split("\n");
            assertTrue(lines[1].startsWith("\tat dev.runnel.Go.dump("), lines[1]);
            assertTrue(lines[2].startsWith("\tat dev.runnel.DumpTest."), lines[2]);
        });
    }

    @Test
    void dump_notStarted_areCounted() {
        Runtimes.run(Runtimes.oneP(), () -> {
            for (int i = 0; i < 7; i++) {
                go(() -> {});
            }
            assertTrue(Go.dump().contains("... and 7 goroutines that have not started\n"), Go.dump());
        });
    }

    @Test
    void dump_nestedCreators_areNamed() {
        Runtimes.run(2, () -> {
            Chan<GoHandle> child = chan();
            GoHandle parent = go(() -> child.send(go(() -> select().run())));
            GoHandle g = child.recv().get();
            String header = "goroutine " + g.id() + " [select (no cases)]:\n";
            while (!Go.dump().contains(header)) {
                Go.gosched();
            }
            String entry = entry(Go.dump(), header);
            assertTrue(entry.endsWith("\ncreated by goroutine " + parent.id() + "\n"), entry);
        });
    }

    @Test
    void dump_ofAll_hasTheDefaultRuntime() {
        Chan<Integer> c = chan();
        GoHandle g = go("on the default runtime", c::recv);
        while (!Go.dump().contains("\"on the default runtime\" [chan receive]:")) {
            Thread.onSpinWait();
        }
        c.send(1);
        g.join();
    }

    @Test
    void dump_ofAClosedRuntime_hasNoGoroutines() {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2));
        runtime.go("gone", () -> chan().recv());
        runtime.close();
        assertEquals("", runtime.dump());
        assertFalse(Go.dump().contains("\"gone\""));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void dump_whileGoroutinesRun_isHarmless(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> c = chan();
            for (int i = 0; i < 4; i++) {
                go(() -> {
                    for (; ; ) {
                        c.send(1);
                    }
                });
            }
            for (int i = 0; i < 50; i++) {
                assertTrue(Go.dump().contains("goroutine 1 \"main\""));
                for (int j = 0; j < 20; j++) {
                    c.recv();
                }
            }
        });
    }
}
