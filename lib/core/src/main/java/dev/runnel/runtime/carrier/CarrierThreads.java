package dev.runnel.runtime.carrier;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The platform threads of carriers. One serves a carrier until that ends, and then the next that is made, if that is soon:
 * goroutines that hold on to their carriers mostly do so again and again. Who has waited in vain for a second ends.
 */
final class CarrierThreads {

    private static final String IDLE = "runnel-spare";
    private static final long KEPT = 1_000;

    private final AtomicInteger serving = new AtomicInteger();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            KEPT,
            TimeUnit.MILLISECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform()
                    .name(IDLE)
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .factory());

    /** Has a thread serve a carrier until that ends. Not from where nothing may wait. */
    void serve(Carrier carrier) {
        serving.incrementAndGet();
        boolean accepted = false;
        try {
            threads.execute(() -> run(carrier));
            accepted = true;
        } finally {
            if (!accepted) {
                serving.decrementAndGet();
            }
        }
    }

    private void run(Carrier carrier) {
        try {
            carrier.run();
        } finally {
            Thread.currentThread().setName(IDLE);
            serving.decrementAndGet();
        }
    }

    /** How many carriers have not ended. */
    int serving() {
        return serving.get();
    }

    /** When all carriers were told to stop: waits for the threads to end, too. */
    void join() {
        threads.shutdown();
        boolean interrupted = false;
        while (!threads.isTerminated()) {
            try {
                threads.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
