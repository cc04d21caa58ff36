package dev.runnel.observe.metrics;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.channel.Chan;
import dev.runnel.observe.Numbers;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.trace.EventKind;
import dev.runnel.trace.FlightRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MetricsTest {

    @Test
    void ranges_areGos() {
        assertEquals(158, Histogram.SIZE);
        assertEquals(0, Histogram.rangeOf(255));
        assertEquals(1, Histogram.rangeOf(256));
        assertEquals(1, Histogram.rangeOf(319));
        assertEquals(2, Histogram.rangeOf(320));
        assertEquals(5, Histogram.rangeOf(512));
        assertEquals(Histogram.SIZE - 2, Histogram.rangeOf((1L << 47) - 1));
        assertEquals(Histogram.SIZE - 1, Histogram.rangeOf(1L << 47));
        assertEquals(Histogram.SIZE - 1, Histogram.rangeOf((1L << 48) - 1));
        assertEquals(Histogram.SIZE - 1, Histogram.rangeOf(Long.MAX_VALUE));
        assertEquals(0, Histogram.leastOf(0));
        assertThrows(IndexOutOfBoundsException.class, () -> Histogram.leastOf(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> Histogram.leastOf(Histogram.SIZE));
        for (int range = 1; range < Histogram.SIZE; range++) {
            assertEquals(range, Histogram.rangeOf(Histogram.leastOf(range)));
            assertEquals(range - 1, Histogram.rangeOf(Histogram.leastOf(range) - 1));
        }
    }

    private static final class Record {

        private final long[] events = new long[FlightRecord.WIDTH * 100];
        private int length;

        Record add(long time, EventKind kind, int p, long g) {
            return add(time, kind, p, g, 0);
        }

        Record add(long time, EventKind kind, int p, long g, long a) {
            long[] event = {time, kind.ordinal(), p, g, a, 0};
            System.arraycopy(event, 0, events, length, event.length);
            length += event.length;
            return this;
        }

        FlightRecord done() {
            return done(0);
        }

        FlightRecord done(long end, String... reasons) {
            return new FlightRecord(
                    new FlightRecord.About(1, false, false, true, end, 0, List.of(reasons)),
                    List.of(),
                    java.util.Arrays.copyOf(events, length));
        }
    }

    @Test
    void latencies_areFromRunnableToRunning() {
        FlightRecord record = new Record()
                .add(0, EventKind.RUNNING, 0, 9) // made runnable before
                .add(1000, EventKind.CREATED, 0, 1)
                .add(1000, EventKind.CREATED, 0, 2)
                .add(1300, EventKind.STARTED, 0, 1) // 300
                .add(2000, EventKind.PARKED, 0, 1)
                .add(3000, EventKind.STARTED, 0, 2) // 2000
                .add(5000, EventKind.OUT, 0, 2)
                .add(9000, EventKind.BACK, 0, 2) // at once
                .add(9000, EventKind.OUT, 0, 2)
                .add(10_000, EventKind.BACK, -1, 2)
                .add(10_100, EventKind.RUNNING, 0, 2) // 100
                .add(11_000, EventKind.YIELDED, 0, 2)
                .add(11_000, EventKind.READIED, 0, 1) // never runs
                .add(11_300, EventKind.RUNNING, 0, 2) // 300
                .done();
        Histogram latencies = Latencies.of(record);
        assertEquals(4, latencies.count());
        assertEquals(1, latencies.counts().get(Histogram.rangeOf(100)));
        assertEquals(2, latencies.counts().get(Histogram.rangeOf(300)));
        assertEquals(1, latencies.counts().get(Histogram.rangeOf(2000)));
        assertEquals(256, latencies.quantile(0));
        assertEquals(256, latencies.quantile(0.25));
        assertEquals(320, latencies.quantile(0.75));
        assertEquals(2048, latencies.quantile(1));
        assertThrows(IllegalArgumentException.class, () -> latencies.quantile(1.5));
        assertThrows(IllegalArgumentException.class, () -> latencies.quantile(Double.NaN));
        assertEquals(0, Latencies.of(new Record().done()).quantile(0.5));
    }

    @Test
    void quantile_ofTheLastRange_isItsLowerEnd() {
        List<Long> counts = new ArrayList<>(Collections.nCopies(Histogram.SIZE, 0L));
        counts.set(Histogram.SIZE - 2, 1L);
        counts.set(Histogram.SIZE - 1, 1L);
        Histogram histogram = new Histogram(counts);
        assertEquals(1L << 47, histogram.quantile(0.5));
        assertEquals(1L << 47, histogram.quantile(1));
    }

    @Test
    void histogram_hasACountForEachRange() {
        assertThrows(IllegalArgumentException.class, () -> new Histogram(Collections.nCopies(Histogram.SIZE - 1, 0L)));
        assertThrows(IllegalArgumentException.class, () -> new Histogram(Collections.nCopies(Histogram.SIZE + 1, 0L)));
    }

    @Test
    void histogram_hasNoNegativeCount() {
        List<Long> counts = new ArrayList<>(Collections.nCopies(Histogram.SIZE, 0L));
        counts.set(3, -5L);
        assertEquals(
                "counts: '-5' of range 3 is not allowed; allowed: 0 and more",
                assertThrows(IllegalArgumentException.class, () -> new Histogram(counts))
                        .getMessage());
    }

    @Test
    void quantile_isExact_forAPartThatBinaryFractionsOnlyApproach() {
        for (int percent = 1; percent < 100; percent++) {
            List<Long> counts = new ArrayList<>(Collections.nCopies(Histogram.SIZE, 0L));
            counts.set(0, (long) percent);
            counts.set(100, 100L - percent);
            Histogram histogram = new Histogram(counts);
            assertEquals(256, histogram.quantile(percent / 100.0), percent + " of 100");
            assertEquals(Histogram.leastOf(101), histogram.quantile(percent / 100.0 + 0.001), percent + " of 100");
        }
    }

    @Test
    void histogram_ofMoreThanCanBeCounted_isRefused() {
        List<Long> counts = new ArrayList<>(Collections.nCopies(Histogram.SIZE, 0L));
        counts.set(0, Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, new Histogram(counts).count());
        counts.set(1, 1L);
        assertThrows(IllegalArgumentException.class, () -> new Histogram(counts));
    }

    @Test
    void waits_areFromParkedToReadied() {
        FlightRecord record = new Record()
                .add(500, EventKind.READIED, 0, 9) // parked before
                .add(1000, EventKind.PARKED, 0, 1, 2)
                .add(1200, EventKind.PARKED, 0, 2, 0)
                .add(1500, EventKind.READIED, 0, 1) // 500
                .add(1700, EventKind.RUNNING, 0, 1)
                .add(2000, EventKind.PARKED, 0, 1, 2)
                .add(2100, EventKind.READIED, 0, 1) // 100
                .add(2200, EventKind.RUNNING, 0, 1)
                .add(2300, EventKind.PARKED, 0, 1, 2) // 200 until the end
                .done(2500, "chan receive", "select", "sleep");
        Waits waits = Waits.of(record);
        assertEquals(
                List.of(new Waits.Reason("chan receive", 1, 1, 1300), new Waits.Reason("sleep", 3, 1, 800)),
                waits.all());
        assertEquals(waits.all().get(1), waits.of("sleep"));
        assertEquals(new Waits.Reason("select", 0, 0, 0), waits.of("select"));
        assertEquals(List.of(), Waits.of(new Record().done()).all());
        assertEquals(0, waits.locks().count());
    }

    @Test
    void waitsForLocks_areAddedUp() {
        Waits.Reason locks = Waits.of(new Record()
                        .add(100, EventKind.PARKED, 0, 1, 0)
                        .add(100, EventKind.PARKED, 0, 2, 1)
                        .add(100, EventKind.PARKED, 0, 3, 2)
                        .add(100, EventKind.PARKED, 0, 4, 3)
                        .add(105, EventKind.READIED, 0, 2)
                        .add(130, EventKind.READIED, 0, 1)
                        .done(300, "sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock", "sync.WaitGroup.Wait"))
                .locks();
        assertEquals(3, locks.count());
        assertEquals(1, locks.open());
        assertEquals(30 + 5 + 200, locks.nanos());
    }

    @Test
    void waits_haveTheReasonWithTheLongestTimeFirst() {
        Waits waits = Waits.of(new Record()
                .add(100, EventKind.PARKED, 0, 1, 0)
                .add(100, EventKind.PARKED, 0, 2, 1)
                .add(100, EventKind.PARKED, 0, 3, 2)
                .add(105, EventKind.READIED, 0, 1)
                .add(130, EventKind.READIED, 0, 2)
                .done(300, "select", "sleep", "chan receive"));
        assertEquals(
                List.of("chan receive", "sleep", "select"),
                waits.all().stream().map(Waits.Reason::words).toList());
    }

    @Test
    void waits_forAReasonWithoutWords_haveItsNumber() {
        Waits waits = Waits.of(new Record()
                .add(100, EventKind.PARKED, 0, 1, 1)
                .add(100, EventKind.PARKED, 0, 2, 1L << 40)
                .add(105, EventKind.READIED, 0, 1)
                .add(106, EventKind.READIED, 0, 2)
                .done(300, "select"));
        assertEquals(
                List.of("reason " + (1L << 40), "reason 1"),
                waits.all().stream().map(Waits.Reason::words).toList());
    }

    @Test
    void metrics_areTheNumbersOfTheirNames() {
        Metrics metrics = Metrics.of(new Numbers());
        assertEquals("numbers", metrics.runtime());
        assertEquals(5, metrics.timers());
        assertEquals(
                Map.of(
                        "/sched/gomaxprocs:threads", 3L,
                        "/sched/goroutines:goroutines", 100L,
                        "/sched/goroutines-created:goroutines", 41L,
                        "/sched/goroutines/not-in-go:goroutines", 14L,
                        "/sched/goroutines/runnable:goroutines", 11L,
                        "/sched/goroutines/running:goroutines", 12L,
                        "/sched/goroutines/waiting:goroutines", 13L,
                        "/sched/threads/total:threads", 21L),
                metrics.byGoNames());
    }

    @Test
    void metrics_followARuntime() throws Exception {
        RuntimeConfig config = RuntimeConfig.fromProperties().withProcs(2);
        try (GoRuntime runtime = new GoRuntime(config)) {
            Chan<Integer> never = chan();
            for (int i = 0; i < 4; i++) {
                runtime.go(never::recv);
            }
            CountDownLatch latch = new CountDownLatch(1);
            runtime.go(latch::await);
            long deadline = System.nanoTime() + 60_000_000_000L;
            // A goroutine on its way to its M counts as waiting; with all Ps idle, there is none.
            while (runtime.snapshot().idleProcs() != 2
                    || runtime.snapshot().goroutines().outside() != 1) {
                assertTrue(System.nanoTime() - deadline < 0, () -> runtime.snapshot() + "\n" + runtime.dump());
                Thread.yield();
            }
            Metrics metrics = Metrics.of(runtime);
            assertEquals(runtime.observed().name(), metrics.runtime());
            assertEquals(2, metrics.byGoNames().get("/sched/gomaxprocs:threads"));
            assertEquals(5, metrics.byGoNames().get("/sched/goroutines:goroutines"));
            assertEquals(5, metrics.byGoNames().get("/sched/goroutines-created:goroutines"));
            assertEquals(4, metrics.byGoNames().get("/sched/goroutines/waiting:goroutines"));
            assertEquals(1, metrics.byGoNames().get("/sched/goroutines/not-in-go:goroutines"));
            assertEquals(0, metrics.byGoNames().get("/sched/goroutines/runnable:goroutines"));
            assertEquals(0, metrics.byGoNames().get("/sched/goroutines/running:goroutines"));
            assertTrue(metrics.byGoNames().get("/sched/threads/total:threads") >= 5);
            assertTrue(metrics.latencies().isEmpty());
            assertTrue(metrics.waits().isEmpty());
            assertEquals(0, metrics.timers());
            latch.countDown();
        }
    }

    @Test
    void latencies_comeWithTheFlightRecorder() {
        RuntimeConfig config = RuntimeConfig.fromProperties().withTracing(Tracing.ON);
        try (GoRuntime runtime = new GoRuntime(config)) {
            for (int i = 0; i < 10; i++) {
                runtime.go(() -> {}).join();
            }
            assertTrue(Metrics.of(runtime).latencies().get().count() >= 10);
            runtime.recorder().stop();
            assertTrue(Metrics.of(runtime).latencies().isEmpty());
        }
    }
}
