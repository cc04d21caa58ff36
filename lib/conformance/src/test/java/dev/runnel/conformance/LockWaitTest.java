package dev.runnel.conformance;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.observe.metrics.Metrics;
import dev.runnel.observe.metrics.Waits;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.scheduler.Tracing;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code metrics_test.go}, TestMutexWaitTimeMetric: the wait for a lock is reported, and is at least as long as the
 * lock is held.
 */
class LockWaitTest {

    private static final Duration MOMENT = Duration.ofMillis(1);

    /** One that has a lock, and one that wants it meanwhile. */
    private record Pair(String name, Runnable lock, Runnable unlock, Runnable wanted, Runnable given) {}

    private static List<Pair> pairs() {
        Mutex mutex = new Mutex();
        RWMutex writers = new RWMutex();
        RWMutex readerFirst = new RWMutex();
        RWMutex writerFirst = new RWMutex();
        return List.of(
                new Pair("mutex", mutex::lock, mutex::unlock, mutex::lock, mutex::unlock),
                new Pair("write, write", writers::lock, writers::unlock, writers::lock, writers::unlock),
                new Pair(
                        "read, write",
                        readerFirst::readLock,
                        readerFirst::readUnlock,
                        readerFirst::lock,
                        readerFirst::unlock),
                new Pair(
                        "write, read",
                        writerFirst::lock,
                        writerFirst::unlock,
                        writerFirst::readLock,
                        writerFirst::readUnlock));
    }

    @TestFactory
    List<DynamicTest> lockWaitTime() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int procs : new int[] {1, 2, 4}) {
            for (Pair pair : pairs()) {
                tests.add(DynamicTest.dynamicTest(pair.name() + ", " + procs + " Ps", () -> isTold(pair, procs)));
            }
        }
        return tests;
    }

    private static void isTold(Pair pair, int procs) {
        RuntimeConfig config = RuntimeConfig.fromProperties().withProcs(procs).withTracing(Tracing.ON);
        try (GoRuntime runtime = new GoRuntime(config)) {
            long[] held = {0};
            runtime.run(() -> {
                pair.lock().run();
                GoHandle waiter = go(() -> {
                    pair.wanted().run();
                    pair.given().run();
                });
                Waiting.until(() -> waits(runtime).open() == 1);
                long from = System.nanoTime();
                Go.sleep(MOMENT);
                held[0] = System.nanoTime() - from;
                pair.unlock().run();
                waiter.join();
            });
            Waits.Reason told = waits(runtime);
            assertEquals(0, told.open(), told::toString);
            assertTrue(told.nanos() >= held[0], () -> told + ", held for " + held[0]);
        }
    }

    private static Waits.Reason waits(GoRuntime runtime) {
        return Metrics.of(runtime).waits().get().locks();
    }
}
