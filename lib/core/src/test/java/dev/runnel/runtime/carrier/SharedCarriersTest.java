package dev.runnel.runtime.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** On Java 21 the hogs of this test may need to be stirred to begin at all. */
class SharedCarriersTest {

    private static final int MOST = 32;

    private final SharedCarriers carriers = new SharedCarriers();
    private final AtomicInteger hogs = new AtomicInteger();
    private volatile boolean over;

    @Test
    void stir_eachEnds() {
        for (int i = 0; i < 100; i++) {
            carriers.stir();
        }

        awaitNone();
    }

    /** This holds however long the pool is busy. */
    @Test
    void stir_allWorkersBusy_someAreUnderWay_andNoMoreThanThat() {
        try {
            keepAllWorkersBusy();
            for (int i = 0; i < 10 * MOST; i++) {
                carriers.stir();
            }
            assertEquals(MOST, carriers.stirrers());
        } finally {
            over = true;
        }

        awaitNone();
    }

    private void keepAllWorkersBusy() {
        int workers = Integer.getInteger(
                "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < workers; i++) {
            Thread.ofVirtual().name("runnel-hog").start(this::hog);
        }
        while (hogs.get() < workers) {
            carriers.stir();
            Thread.yield();
        }
    }

    private void hog() {
        hogs.incrementAndGet();
        while (!over) {
            Thread.onSpinWait();
        }
    }

    private void awaitNone() {
        while (carriers.stirrers() != 0) {
            Thread.yield();
        }
    }
}
