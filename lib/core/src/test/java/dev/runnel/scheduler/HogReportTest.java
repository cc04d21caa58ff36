package dev.runnel.scheduler;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which goroutines are reported when the watchdog takes a P from one that computes (P43). */
class HogReportTest {

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private volatile Runnable beforeLogging = () -> {};
    private final Logger logger = Logger.getLogger("dev.runnel");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            beforeLogging.run();
            logged.add(entry.getMessage());
            throw new IllegalStateException("expected by this test");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void assumeTwoCarriers() {
        assumeTrue(JdkPool.carriers() > 1); // the other one runs while the hog spins
    }

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    /** A goroutine hogs the P twice, and another goroutine waits each time. */
    private static void hogTwice() {
        var hog = go("hog", () -> {
            for (int i = 0; i < 2; i++) {
                AtomicBoolean ran = new AtomicBoolean();
                go(() -> ran.set(true));
                while (!ran.get()) {
                    Thread.onSpinWait();
                }
                Go.gosched();
            }
        });
        hog.join();
    }

    @Test
    void hog_isReportedOnce_withItsPlace() {
        Runtimes.run(Runtimes.withProcs(1).withReports(Reports.NONE.withHogs(true)), HogReportTest::hogTwice);
        Await.until(() -> !ofHog().isEmpty()); // logging is done aside
        List<String> ofHog = ofHog();
        assertEquals(1, ofHog.size(), () -> logged.toString());
        String text = ofHog.get(0);
        assertTrue(text.matches("(?s)goroutine \\d+ \"hog\" had a P for [0-9.]+ ms without .*"), text);
        assertTrue(text.contains("HogReportTest.lambda$hogTwice"), text);
    }

    private List<String> ofHog() {
        return logged.stream().filter(text -> text.startsWith("goroutine 2 ")).toList();
    }

    /** The log waits for what only the watchdog can bring about: the next hog loses its P, too. */
    @Test
    void log_thatBlocks_holdsUpNobody() {
        AtomicBoolean lastRan = new AtomicBoolean();
        beforeLogging = () -> Await.until(lastRan::get);
        Runtimes.run(Runtimes.withProcs(1).withReports(Reports.NONE.withHogs(true)), () -> {
            AtomicBoolean secondRuns = new AtomicBoolean();
            go("second", () -> {
                secondRuns.set(true);
                go(() -> lastRan.set(true));
                while (!lastRan.get()) {
                    Thread.onSpinWait();
                }
            });
            while (!secondRuns.get()) {
                Thread.onSpinWait();
            }
            Await.until(lastRan::get);
        });
        Await.until(() -> !logged.isEmpty());
    }

    /** The goroutine loses its P as well, but computes nothing. */
    @Test
    void goroutineThatBlocks_isNotReported() {
        Runtimes.run(Runtimes.oneP().withReports(Reports.NONE.withHogs(true)), () -> {
            CountDownLatch latch = new CountDownLatch(1);
            var blocks = go(() -> latch.await());
            Go.gosched(); // comes back with the P that was taken
            latch.countDown();
            blocks.join();
        });
        assertEquals(List.of(), logged);
    }

    @Test
    void nothingIsReported_unlessAskedFor() {
        Runtimes.run(Runtimes.withProcs(1), HogReportTest::hogTwice);
        assertEquals(List.of(), logged);
    }
}
