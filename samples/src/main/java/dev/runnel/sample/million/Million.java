package dev.runnel.sample.million;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a run took.
 *
 * @param goroutines how many there were
 * @param arrival from the first start until all waited
 * @param heap what they held while they waited, in bytes
 * @param departure from the close until all had ended
 */
record Million(int goroutines, Duration arrival, long heap, Duration departure) {

    /** Starts goroutines that wait at a gate; when all are there, opens it, and waits until all are gone. */
    static Million run(int goroutines) {
        Chan<Void> gate = chan();
        Turnstile arrivals = new Turnstile(goroutines);
        Turnstile departures = new Turnstile(goroutines);
        long before = usedHeap();

        long start = System.nanoTime();
        for (int i = 0; i < goroutines; i++) {
            go(() -> {
                arrivals.pass();
                gate.recv();
                departures.pass();
            });
        }
        arrivals.awaitAll();
        Duration arrival = since(start);
        long heap = usedHeap() - before;

        long open = System.nanoTime();
        gate.close();
        departures.awaitAll();
        return new Million(goroutines, arrival, heap, since(open));
    }

    /** Counts those that pass; the last one closes the channel, which tells that all have passed. */
    private static final class Turnstile {

        private final AtomicInteger missing;
        private final Chan<Void> complete = chan();

        Turnstile(int expected) {
            missing = new AtomicInteger(expected);
        }

        void pass() {
            if (missing.decrementAndGet() == 0) {
                complete.close();
            }
        }

        void awaitAll() {
            complete.recv();
        }
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static long usedHeap() {
        System.gc();
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory();
    }
}
