package dev.runnel;

import static dev.runnel.Go.chan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.GoroutineDump;
import dev.runnel.scheduler.GoroutineInfo;
import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Closing with a time limit: what has not ended by then is named. */
class ShutdownTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shutdown_namesWhatHasNotEnded(int procs) throws InterruptedException {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs));
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(5);
        GoHandle parked = runtime.go("parked", () -> {
            begun.countDown();
            chan().recv();
        });
        GoHandle blocked = runtime.go("blocked", () -> {
            begun.countDown();
            new CountDownLatch(1).await();
        });
        GoHandle hog = runtime.go("hog", () -> {
            begun.countDown();
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
        GoHandle deaf = runtime.go("deaf", () -> {
            begun.countDown();
            while (!stop.get()) {
                LockSupport.parkNanos(1_000_000);
                Thread.interrupted();
            }
        });
        runtime.go("sender", () -> {
            begun.countDown();
            chan().send(1);
        });
        begun.await();
        GoroutineDump left;
        do {
            left = runtime.shutdown(Duration.ofMillis(20));
        } while (left.goroutines().size() > 2);
        List<String> names = left.goroutines().stream().map(GoroutineInfo::name).toList();
        assertEquals(List.of("hog", "deaf"), names);
        assertEquals(
                List.of(hog.id(), deaf.id()),
                left.goroutines().stream().map(GoroutineInfo::id).toList());
        assertTrue(left.text().contains("\tat dev.runnel.ShutdownTest."), left.text());
        assertTrue(parked.hasEnded() && blocked.hasEnded());
        assertFalse(hog.hasEnded() || deaf.hasEnded());
        stop.set(true);
        while (!left.isEmpty()) {
            left = runtime.shutdown(Duration.ofSeconds(60));
        }
        assertTrue(hog.hasEnded() && deaf.hasEnded());
    }

    @Test
    @SuppressWarnings("NullAway") // null is the subject
    void shutdown_null_failsAndClosesNothing() {
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            assertThrows(NullPointerException.class, () -> runtime.shutdown(null));
            Chan<Integer> c = chan();
            runtime.go(() -> c.send(1));
            assertTrue(c.recv().isDefined());
        }
    }

    @Test
    void shutdown_withoutGoroutines_leavesNothing() {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2));
        Instant yesterday = Instant.now().minus(Duration.ofDays(1));
        for (Duration timeout : List.of(Duration.ofSeconds(60), Duration.ZERO)) {
            GoroutineDump left = runtime.shutdown(timeout);
            assertTrue(left.isEmpty());
            assertTrue(left.at().isAfter(yesterday), "taken at " + left.at());
        }
    }

    @Test
    void shutdown_byAGoroutine_beginsOnlyAndNamesIt() {
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2));
        StringBuffer names = new StringBuffer();
        runtime.go(
                        "caller",
                        () -> runtime.shutdown(Duration.ofHours(1)).goroutines().forEach(g -> names.append(g.name())))
                .join();
        assertEquals("caller", names.toString());
        assertTrue(runtime.shutdown(Duration.ofSeconds(60)).isEmpty());
    }

    private static final RuntimeConfig PATIENT = Runtimes.withProcs(2).withCloseTimeout(Duration.ofHours(1));

    /** Each is closed by a goroutine of the one before it: none would end before the next. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void close_byGoroutinesOfEachOther_onlyBegins(int runtimes) {
        List<GoRuntime> ring =
                Stream.generate(() -> new GoRuntime(PATIENT)).limit(runtimes).toList();
        Phaser begun = new Phaser(runtimes);
        List<GoHandle> closers = new ArrayList<>();
        for (int i = 0; i < runtimes; i++) {
            GoRuntime next = ring.get((i + 1) % runtimes);
            closers.add(ring.get(i).go(() -> {
                begun.arriveAndAwaitAdvance(); // not a call, in which it would be unwound; and its carrier is free
                // meanwhile
                next.close();
            }));
        }
        closers.forEach(GoHandle::join);
        ring.forEach(GoRuntime::close);
        ring.forEach(each -> assertTrue(each.shutdown(Duration.ZERO).isEmpty()));
    }

    /** The goroutine that called the run waits for it, and the run waits for its main goroutine. */
    @Test
    void close_byARunOfItsOwnGoroutine_onlyBegins() {
        GoRuntime outer = new GoRuntime(PATIENT);
        AtomicBoolean unwound = new AtomicBoolean();
        outer.go(() -> Go.run(PATIENT, () -> {
                    outer.close();
                    try {
                        chan().recv();
                    } finally {
                        unwound.set(true);
                    }
                }))
                .join();
        assertTrue(unwound.get());
        outer.close();
        assertTrue(outer.shutdown(Duration.ZERO).isEmpty());
    }

    /** A goroutine whose own runtime closes waits all the same for a runtime that does not wait for it. */
    @Test
    void close_byAGoroutineThatIsUnwound_waits() {
        AtomicBoolean ended = new AtomicBoolean();
        AtomicBoolean waited = new AtomicBoolean();
        Chan<Void> begun = chan();
        try (GoRuntime outer = new GoRuntime(PATIENT)) {
            outer.go(() -> {
                try (GoRuntime inner = new GoRuntime(PATIENT)) {
                    inner.go(() -> {
                                begun.close();
                                while (outer.observed().isOpen()) {
                                    Thread.onSpinWait();
                                }
                                ended.set(true);
                            })
                            .join();
                } finally {
                    waited.set(ended.get());
                }
            });
            begun.recv();
        }
        assertTrue(waited.get());
    }
}
