package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a snapshot counts, in states that are known. */
class SchedulerSnapshotTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void snapshot_nothingHasRun_allIsIdle(int procs) {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            SchedulerSnapshot now = runtime.snapshot();
            assertEquals(procs, now.procs().size());
            assertEquals(procs, now.idleProcs());
            for (int i = 0; i < procs; i++) {
                assertEquals(
                        new SchedulerSnapshot.Proc(i, true, SchedulerSnapshot.NO_MACHINE, 0, false, 0, 0, 0, 0, 0),
                        now.procs().get(i));
            }
            assertEquals(new SchedulerSnapshot.Goroutines(0, 0, 0, 0, 0), now.goroutines());
            assertEquals(new SchedulerSnapshot.Machines(0, 0, 0, 0), now.machines());
            assertEquals(0, now.globalQueue() + now.created() + now.ended());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void snapshot_goroutinesWaitAndSleep_areCountedAsSuch(int procs) {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            Chan<Integer> never = chan();
            for (int i = 0; i < 5; i++) {
                runtime.go(never::recv);
            }
            runtime.go(() -> Go.sleep(Duration.ofHours(1)));
            runtime.go(() -> {}).join();
            Await.until(() -> {
                SchedulerSnapshot seen = runtime.snapshot();
                return timers(seen) == 1
                        && seen.idleProcs() == procs
                        && seen.goroutines().waiting() == 6
                        && seen.machines().idle() == seen.machines().total() - 6; // after its P is idle
            });
            SchedulerSnapshot now = runtime.snapshot();
            assertEquals(new SchedulerSnapshot.Goroutines(6, 0, 0, 6, 0), now.goroutines());
            assertEquals(7, now.created());
            assertEquals(1, now.ended());
            assertEquals(1, timers(now));
            assertTrue(now.procs().stream().allMatch(p -> p.machine() == SchedulerSnapshot.NO_MACHINE));
            assertTrue(now.machines().total() >= 6);
            assertEquals(now.machines().total() - 6, now.machines().idle());
            assertEquals(0, now.machines().spinning());
            assertEquals(runtime.stats().handOvers(), now.handOvers());
            assertEquals(runtime.stats().steals(), now.steals());
        }
    }

    private static int timers(SchedulerSnapshot of) {
        return of.procs().stream().mapToInt(SchedulerSnapshot.Proc::timers).sum();
    }

    @Test
    void snapshot_ofFewerPsThanBefore_countsWhatThoseThatAreGoneHaveDone() {
        assumeTrue(JdkPool.mayBePinned() >= 1);
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2).withTimeSlice(Duration.ofHours(1)))) {
            Await.until(() -> {
                runtime.go(() -> keepPOfTalkers(1, new AtomicBoolean())).join();
                SchedulerSnapshot.Proc goes = runtime.snapshot().procs().get(1);
                return goes.steals() > 0 && goes.handOvers() > 0;
            });
            Await.until(() -> runtime.snapshot().idleProcs() == 2
                    && runtime.snapshot().goroutines().total() == 0);
            SchedulerSnapshot before = runtime.snapshot();
            runtime.procs(1);
            SchedulerSnapshot after = runtime.snapshot();
            assertEquals(1, after.procs().size());
            assertTrue(after.steals() >= before.steals(), () -> before + ", then " + after);
            assertTrue(after.handOvers() >= before.handOvers(), () -> before + ", then " + after);
        }
    }

    /**
     * Two goroutines talk, and as the caller does not let go of the P in whose queue they are, the other P must steal
     * them. It must steal the next keeper as well, which keeps that P; so after two keepers each P has stolen and
     * handed over.
     */
    private static void keepPOfTalkers(int nextKeepers, AtomicBoolean keeps) {
        keeps.set(true);
        Chan<Integer> line = chan();
        AtomicBoolean said = new AtomicBoolean();
        go(() -> {
            for (int i = 0; i < 10; i++) {
                line.send(i);
            }
            line.close();
        });
        go(() -> {
            line.forEach(n -> {});
            said.set(true);
        });
        spinUntil(said);
        if (nextKeepers > 0) {
            AtomicBoolean nextKeeps = new AtomicBoolean();
            go(() -> keepPOfTalkers(nextKeepers - 1, nextKeeps));
            spinUntil(nextKeeps);
        }
    }

    private static void spinUntil(AtomicBoolean condition) {
        while (!condition.get()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void snapshot_byTheOnlyGoroutineThatRuns_seesItAndTheQueues() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.oneP())) {
            runtime.run(() -> {
                for (int i = 0; i < 10; i++) {
                    go(() -> {});
                }
                SchedulerSnapshot now = runtime.snapshot();
                SchedulerSnapshot.Proc p = now.procs().get(0);
                assertFalse(p.idle());
                assertEquals(0, p.machine());
                assertTrue(p.hasNext());
                assertEquals(9, p.queue());
                assertEquals(new SchedulerSnapshot.Goroutines(11, 10, 1, 0, 0), now.goroutines());
                for (int i = 0; i < 300; i++) {
                    go(() -> {});
                }
                now = runtime.snapshot();
                assertTrue(now.globalQueue() > 0, now::toString);
                assertEquals(new SchedulerSnapshot.Goroutines(311, 310, 1, 0, 0), now.goroutines());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void snapshot_goroutineBlockedInTheJdk_isOutside(int procs) {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            CountDownLatch release = new CountDownLatch(1);
            runtime.go(() -> release.await());
            Await.until(() -> runtime.snapshot().goroutines().outside() == 1);
            SchedulerSnapshot now = runtime.snapshot();
            assertEquals(1, now.machines().outside());
            assertEquals(new SchedulerSnapshot.Goroutines(1, 0, 0, 0, 1), now.goroutines());
            release.countDown();
            Await.until(() -> runtime.snapshot().ended() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void snapshot_whileGoroutinesRun_neverCountsMoreEndsThanBeginnings(int procs) {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
            runtime.run(() -> {
                Chan<Integer> c = chan();
                for (int i = 0; i < 3; i++) {
                    go(() -> {
                        for (; ; ) {
                            go(() -> c.send(1));
                            c.recv();
                        }
                    });
                }
                long created = 0;
                long ended = 0;
                for (int i = 0; i < 50 * procs; i++) {
                    SchedulerSnapshot now = runtime.snapshot();
                    assertTrue(now.created() >= created && now.ended() >= ended && now.created() >= now.ended());
                    assertEquals(now.created() - now.ended(), now.goroutines().total());
                    assertTrue(now.goroutines().waiting() >= 0);
                    created = now.created();
                    ended = now.ended();
                    Go.gosched();
                }
            });
        }
    }
}
