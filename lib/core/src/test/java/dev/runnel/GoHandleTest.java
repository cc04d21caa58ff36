package dev.runnel;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.channel.RecvChan;
import dev.runnel.scheduler.ObservedRuntime;
import dev.runnel.scheduler.RuntimeStats;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of goroutines: handles, numbers, counters; P6, P98, TestMainGoroutineID. */
class GoHandleTest {

    // ---------------------------------------------------------------- number and name

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void id_main_isOne(int procs) {
        Runtimes.run(procs, () -> {
            GoHandle main = Go.current().get();
            assertEquals(1, main.id());
            assertEquals(Option.some("main"), main.name());
            assertFalse(main.hasEnded());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void id_many_areUnique(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Long> ids = chan();
            for (int i = 0; i < 20; i++) {
                go(() -> {
                    for (int j = 0; j < 50; j++) {
                        go(() -> ids.send(Go.current().get().id()));
                    }
                    ids.send(Go.current().get().id());
                });
            }
            Set<Long> seen = new HashSet<>(Set.of(1L));
            for (int i = 0; i < 20 * 51; i++) {
                assertTrue(seen.add(ids.recv().get()));
            }
        });
    }

    @Test
    void id_onOneP_countsUp() {
        Runtimes.run(Runtimes.oneP(), () -> {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ids.add(go(() -> {}).id());
            }
            assertEquals(
                    LongStream.range(0, 100).mapToObj(i -> ids.getFirst() + i).toList(), ids);
        });
    }

    /** P6: a P takes 16 numbers at a time, and threads that have no P take those after them. */
    @Test
    void id_isFromABatchOf16() {
        GoRuntime runtime = new GoRuntime(Runtimes.oneP());
        List<Long> ids = new ArrayList<>();
        runtime.run(() -> {
            ids.add(go(() -> {}).id());
            Thread foreign =
                    Thread.ofPlatform().start(() -> ids.add(runtime.go(() -> {}).id()));
            foreign.join();
            for (int i = 0; i < 16; i++) {
                ids.add(go(() -> {}).id());
            }
        });
        List<Long> expected = new ArrayList<>(List.of(2L, 18L));
        LongStream.rangeClosed(3, 17).forEach(expected::add);
        expected.add(19L);
        assertEquals(expected, ids);
    }

    @Test
    void id_insideAndOutside_isTheSame() {
        Runtimes.run(2, () -> {
            Chan<Long> c = chan();
            GoHandle g = go(() -> c.send(Go.current().get().id()));
            assertEquals(g.id(), c.recv().get());
        });
    }

    @Test
    void name_given_isKept() {
        Runtimes.run(2, () -> {
            GoHandle named = go("worker", () -> {});
            GoHandle nameless = go(() -> {});
            assertEquals(Option.some("worker"), named.name());
            assertEquals(Option.none(), nameless.name());
            assertEquals("goroutine " + named.id() + " \"worker\"", named.toString());
            assertEquals("goroutine " + nameless.id(), nameless.toString());
            assertThrows(NullPointerException.class, () -> go(null, () -> {}));
        });
    }

    @Test
    void current_onAForeignThread_isNone() {
        assertEquals(Option.none(), Go.current());
        Runtimes.run(2, () -> {
            Chan<Boolean> none = chan();
            Thread.ofVirtual().start(() -> none.send(Go.current().isEmpty()));
            assertTrue(none.recv().get());
        });
    }

    // ---------------------------------------------------------------- the end

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void join_waitsForTheEnd(int procs) {
        Runtimes.run(procs, () -> {
            int[] plain = new int[1];
            Chan<Void> goOn = chan();
            GoHandle g = go(() -> {
                goOn.recv();
                plain[0] = 42;
            });
            assertFalse(g.hasEnded());
            go(goOn::close);
            g.join();
            assertEquals(42, plain[0]);
            assertTrue(g.hasEnded());
            g.join();
        });
    }

    @Test
    void join_byAForeignThread_waits() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            int[] plain = new int[1];
            Chan<Void> goOn = chan();
            GoHandle g = runtime.go(() -> {
                goOn.recv();
                plain[0] = 42;
            });
            assertFalse(g.hasEnded());
            goOn.close();
            g.join();
            assertEquals(42, plain[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void join_byMany_allGoOn(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Void> goOn = chan();
            GoHandle g = go(goOn::recv);
            Chan<Integer> joined = chan();
            for (int i = 0; i < 50; i++) {
                go(() -> {
                    g.join();
                    joined.send(1);
                });
            }
            goOn.close();
            for (int i = 0; i < 50; i++) {
                joined.recv();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void join_racesTheEnd_neverHangs(int procs) {
        Runtimes.run(procs, () -> {
            for (int i = 0; i < 2000; i++) {
                GoHandle g = go(() -> {});
                g.join();
                assertTrue(g.hasEnded());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void done_inSelect_firesAtTheEnd(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Void> goOn = chan();
            Chan<Integer> never = chan();
            GoHandle g = go(goOn::recv);
            RecvChan<Void> done = g.done();
            String[] chosen = new String[1];
            select().recv(done, () -> chosen[0] = "done")
                    .otherwise(() -> chosen[0] = "runs")
                    .run();
            assertEquals("runs", chosen[0]);
            goOn.close();
            select().recv(never, () -> chosen[0] = "wrong")
                    .recv(done, () -> chosen[0] = "done")
                    .run();
            assertEquals("done", chosen[0]);
            assertTrue(g.hasEnded());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void done_severalTimes_isOneChannelWhichIsClosed(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Void> goOn = chan();
            GoHandle g = go(goOn::recv);
            RecvChan<Void> before = g.done();
            assertTrue(before.tryRecv().isEmpty());
            goOn.close();
            assertTrue(before.recv().isEmpty());
            assertSame(before, g.done());
            assertTrue(go(() -> {}).done().recv().isEmpty());
        });
    }

    // ---------------------------------------------------------------- how many

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void numGoroutine_allWait_isExact(int procs) {
        Runtimes.run(procs, () -> {
            assertEquals(1, Go.numGoroutine());
            Chan<Void> goOn = chan();
            List<GoHandle> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(go(goOn::recv));
            }
            assertEquals(101, Go.numGoroutine());
            goOn.close();
            all.forEach(GoHandle::join);
            while (Go.numGoroutine() > 1) {
                Go.gosched();
            }
            assertEquals(1, Go.numGoroutine());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void stats_quiet_addUp(int procs) {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            RuntimeStats fresh = runtime.stats();
            assertEquals(new RuntimeStats(procs, procs, 0, 0, 0, 0, 0, 0), fresh);
            Chan<Void> goOn = chan();
            for (int i = 0; i < 100; i++) {
                runtime.go(goOn::recv);
            }
            while (runtime.stats().idleProcs() < procs || runtime.stats().runQueue() > 0) {
                Thread.onSpinWait();
            }
            RuntimeStats waiting = runtime.stats();
            assertEquals(procs, waiting.procs());
            assertEquals(100, waiting.goroutines());
            assertEquals(100, waiting.created());
            assertTrue(waiting.machines() >= 100, waiting::toString);
            goOn.close();
            while (runtime.stats().goroutines() > 0) {
                Thread.onSpinWait();
            }
            RuntimeStats after = runtime.stats();
            assertEquals(100, after.created());
            assertEquals(0, after.goroutines());
            assertTrue(after.steals() >= 0 && after.handOvers() >= 0, after::toString);
        }
    }

    @Test
    void stats_onePPingPong_countsHandOvers() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.run(() -> {
                Chan<Integer> c = chan();
                go(() -> c.forEach(i -> {}));
                for (int i = 0; i < 1000; i++) {
                    c.send(i);
                }
                assertTrue(
                        runtime.stats().handOvers() >= 500,
                        () -> runtime.stats().toString());
                assertEquals(2, runtime.stats().created());
                assertEquals(0, runtime.stats().steals());
                assertEquals(0, runtime.stats().idleProcs());
            });
        }
    }

    @Test
    void isDedicated_asConfigured() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(1))) {
            assertEquals("dedicated".equals(System.getProperty("runnel.carriers")), runtime.isDedicated());
        }
    }

    @Test
    void toString_ofARuntime_saysHowManyThereAre() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            assertEquals("GoRuntime (procs 2, goroutines 0)", runtime.toString());
            ObservedRuntime observed = runtime.observed();
            assertEquals(observed.name() + " (procs 2, goroutines 0)", observed.toString());
        }
    }
}
