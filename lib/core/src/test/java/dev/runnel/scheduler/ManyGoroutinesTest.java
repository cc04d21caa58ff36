package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many goroutines, many Ps, deep stacks, and what the counters say of them. */
class ManyGoroutinesTest {

    // ---------------------------------------------------------------- Ps

    /** TestBigGOMAXPROCS. */
    @Test
    void procs_1024Start() {
        Runtimes.run(1024, () -> {
            AtomicInteger ran = new AtomicInteger();
            Goroutines.all(5000, me -> {
                if (me % 10 == 0) {
                    Go.gosched();
                }
                ran.incrementAndGet();
            });
            assertEquals(5000, ran.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, RuntimeConfig.MAX_PROCS + 1, Integer.MAX_VALUE})
    void procs_outsideTheLimitsAreRejected(int procs) {
        RuntimeConfig config = Runtimes.oneP();
        Throwable thrown = assertThrows(IllegalArgumentException.class, () -> config.withProcs(procs));
        String message = String.valueOf(thrown.getMessage());
        assertTrue(message.contains("procs") && message.contains("" + procs), message);
        assertEquals(4096, config.withProcs(4096).procs());
    }

    // ---------------------------------------------------------------- queues

    /** P12, P16, P22, P24, P104: what does not fit into the ring is run, once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 16})
    void spawnedByOne_allRunExactlyOnce(int procs) {
        Runtimes.run(procs, () -> {
            AtomicIntegerArray runs = new AtomicIntegerArray(2000);
            Goroutines.all(2000, runs::incrementAndGet);
            for (int i = 0; i < 2000; i++) {
                assertEquals(1, runs.get(i), "goroutine " + i);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void spawnedByAll_allRunExactlyOnce(int procs) {
        Runtimes.run(procs, () -> {
            AtomicIntegerArray runs = new AtomicIntegerArray(20 * 1000);
            Goroutines.all(20, outer -> Goroutines.all(1000, inner -> runs.incrementAndGet(1000 * outer + inner)));
            for (int i = 0; i < runs.length(); i++) {
                assertEquals(1, runs.get(i), "goroutine " + i);
            }
        });
    }

    /**
     * P27, P33: an M that has nothing to run takes from others. The spawner spins, so that none of its goroutines can
     * run on its P.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void stealing_takesWhatASpinnerLeaves(int procs) {
        assumeTrue(JdkPool.mayBePinned() > 0); // the others need a carrier while it spins
        try (GoRuntime runtime =
                new GoRuntime(Runtimes.withProcs(procs).withTimeSlice(java.time.Duration.ofHours(1)))) {
            AtomicInteger ran = new AtomicInteger();
            GoHandle spinner = runtime.go(() -> {
                for (int i = 0; i < 200; i++) {
                    go(ran::incrementAndGet);
                }
                while (ran.get() < 200) {
                    Thread.onSpinWait();
                }
            });
            spinner.join();
            assertEquals(200, ran.get());
            assertTrue(runtime.stats().steals() > 0, runtime.stats().toString());
        }
    }

    @Test
    void stealing_isImpossibleOnOneP() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.go(() -> Goroutines.all(1000, me -> Go.gosched())).join();
            assertEquals(0, runtime.stats().steals());
        }
    }

    /** On one P each round of a ping-pong passes the P on twice. */
    @Test
    void handOvers_areCounted() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            Chan<Integer> there = chan();
            Chan<Integer> back = chan();
            GoHandle pings = runtime.go(() -> {
                go(() -> there.forEach(back::send));
                for (int i = 0; i < 100; i++) {
                    there.send(i);
                    assertEquals(i, back.recv().get());
                }
                there.close();
            });
            pings.join();
            long handOvers = runtime.stats().handOvers();
            assertTrue(handOvers >= 200 && handOvers <= 210, runtime.stats().toString());
        }
    }

    /** P98. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void counters_knowAllGoroutines(int procs) {
        Runtimes.run(procs, () -> {
            assertEquals(1, Go.numGoroutine());
            Chan<Integer> release = chan();
            Chan<Integer> waiting = chan();
            var all = Goroutines.start(500, me -> {
                waiting.send(me);
                release.recv();
            });
            for (int i = 0; i < 500; i++) {
                waiting.recv();
            }
            assertEquals(501, Go.numGoroutine());
            release.close();
            Goroutines.join(all);
            assertEquals(1, Go.numGoroutine());
        });
    }

    // ---------------------------------------------------------------- crowds

    @Test
    void close_releasesAHundredThousand() {
        Runtimes.run(2, () -> {
            int n = 100_000;
            Chan<Integer> release = chan();
            AtomicInteger begun = new AtomicInteger();
            AtomicInteger released = new AtomicInteger();
            Chan<Integer> over = chan();
            for (int i = 0; i < n; i++) {
                go(() -> {
                    begun.incrementAndGet();
                    assertTrue(release.recv().isEmpty());
                    if (released.incrementAndGet() == n) {
                        over.close();
                    }
                });
            }
            Goroutines.until(() -> begun.get() == n);
            assertEquals(0, released.get());
            release.close();
            over.recv();
            assertEquals(n, released.get());
        });
    }

    /** test/chan/goroutines.go. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void chain_ofTenThousand(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> leftmost = chan();
            Chan<Integer> left = leftmost;
            for (int i = 0; i < 10_000; i++) {
                Chan<Integer> to = left;
                Chan<Integer> from = chan();
                go(() -> to.send(from.recv().get() + 1));
                left = from;
            }
            Chan<Integer> rightmost = left;
            go(() -> rightmost.send(0));
            assertEquals(10_000, leftmost.recv().get());
        });
    }

    /** doc/play/sieve.go. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void sieve_findsPrimes(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> numbers = chan();
            go(() -> {
                for (int i = 2; ; i++) {
                    numbers.send(i);
                }
            });
            Chan<Integer> candidates = numbers;
            int prime = 0;
            for (int i = 0; i < 100; i++) {
                prime = candidates.recv().get();
                int divisor = prime;
                Chan<Integer> in = candidates;
                Chan<Integer> out = chan();
                go(() -> {
                    for (; ; ) {
                        int n = in.recv().get();
                        if (n % divisor != 0) {
                            out.send(n);
                        }
                    }
                });
                candidates = out;
            }
            assertEquals(541, prime);
        });
    }

    // ---------------------------------------------------------------- deep ones

    private static int sumDownFrom(int n, Chan<Integer> there, Chan<Integer> back) {
        if (n == 0) {
            return 0;
        }
        if (n % 10 == 0) {
            there.send(n);
            n = back.recv().get();
        }
        return n + sumDownFrom(n - 1, there, back);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void recursion_waitsAtManyDepths(int procs) {
        Runtimes.run(procs, () -> {
            AtomicInteger right = new AtomicInteger();
            Goroutines.all(10, me -> {
                Chan<Integer> there = chan();
                Chan<Integer> back = chan();
                go(() -> {
                    there.forEach(back::send);
                    back.close();
                });
                if (sumDownFrom(1000, there, back) == 500_500) {
                    right.incrementAndGet();
                }
                there.close();
                assertTrue(back.recv().isEmpty());
            });
            assertEquals(10, right.get());
        });
    }

    private static int withoutEnd(int n) {
        return withoutEnd(n + 1) + n;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stackOverflow_canBeCaught(int procs) {
        Runtimes.run(
                procs,
                () -> Goroutines.all(4, me -> {
                    assertThrows(StackOverflowError.class, () -> withoutEnd(0));
                    Chan<Integer> values = chan();
                    go(() -> values.send(me));
                    assertEquals(me, values.recv().get());
                }));
    }

    /** BenchmarkMatmult: the recursion splits the largest dimension, and channels join. */
    private static void multiply(
            Chan<Integer> done, double[][] a, double[][] b, double[][] c, int[] rows, int[] columns, int[] inner) {
        int m = rows[1] - rows[0];
        int n = columns[1] - columns[0];
        int k = inner[1] - inner[0];
        if (m >= n && m >= k && m >= 8) {
            split(rows, done, (half, joined) -> multiply(joined, a, b, c, half, columns, inner));
        } else if (n >= k && n >= 8) {
            split(columns, done, (half, joined) -> multiply(joined, a, b, c, rows, half, inner));
        } else if (k >= 8) { // both halves add to the same places: one after the other
            int middle = (inner[0] + inner[1]) / 2;
            Chan<Integer> joined = chan();
            go(() -> multiply(joined, a, b, c, rows, columns, new int[] {inner[0], middle}));
            joined.recv();
            go(() -> multiply(joined, a, b, c, rows, columns, new int[] {middle, inner[1]}));
            joined.recv();
            done.send(1);
        } else {
            for (int i = rows[0]; i < rows[1]; i++) {
                for (int j = columns[0]; j < columns[1]; j++) {
                    for (int l = inner[0]; l < inner[1]; l++) {
                        c[i][j] += a[i][l] * b[l][j];
                    }
                }
            }
            done.send(1);
        }
    }

    @FunctionalInterface
    private interface Half {
        void run(int[] range, Chan<Integer> joined);
    }

    private static void split(int[] range, Chan<Integer> done, Half half) {
        int middle = (range[0] + range[1]) / 2;
        Chan<Integer> joined = chan();
        go(() -> half.run(new int[] {range[0], middle}, joined));
        go(() -> half.run(new int[] {middle, range[1]}, joined));
        joined.recv();
        joined.recv();
        done.send(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 64})
    void matmult_spawnsRecursively(int procs) {
        int n = 64;
        double[][] a = new double[n][n];
        double[][] b = new double[n][n];
        double[][] expected = new double[n][n];
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    expected[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        Runtimes.run(procs, () -> {
            Chan<Integer> done = chan();
            int[] all = {0, n};
            go(() -> multiply(done, a, b, c, all, all, all));
            done.recv();
        });
        for (int i = 0; i < n; i++) {
            assertArrayEquals(expected[i], c[i]);
        }
    }
}
