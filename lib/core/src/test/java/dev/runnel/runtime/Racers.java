package dev.runnel.runtime;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs the parts of a test at the same time, each on a platform thread of its own. */
public final class Racers {

    private Racers() {}

    /** What one thread does. */
    @FunctionalInterface
    public interface Part {
        void run() throws Exception;
    }

    /** Starts all parts together, and returns when all have ended; throws what the first part to fail threw. */
    public static void race(List<Part> parts) throws Exception {
        CyclicBarrier start = new CyclicBarrier(parts.size());
        ExecutorService threads = Executors.newFixedThreadPool(parts.size(), task -> {
            Thread thread = new Thread(task, "racer");
            thread.setDaemon(true);
            return thread;
        });
        ExecutorCompletionService<Void> ended = new ExecutorCompletionService<>(threads);
        try {
            for (Part part : parts) {
                ended.submit(() -> {
                    start.await();
                    part.run();
                    return null;
                });
            }
            for (int i = 0; i < parts.size(); i++) {
                ended.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        } finally {
            threads.shutdownNow();
        }
    }

    /** As {@link #race(List)}. */
    public static void race(Part... parts) throws Exception {
        race(List.of(parts));
    }
}
