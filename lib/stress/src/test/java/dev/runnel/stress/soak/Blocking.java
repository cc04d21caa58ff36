package dev.runnel.stress.soak;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Goroutines that block in the JDK, on each other and on its threads. */
final class Blocking {

    private static final int MOST_PARTIES = 6;
    private static final int ITEMS = 5;
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "pool of the blocking acts");
        thread.setDaemon(true);
        return thread;
    });

    private Blocking() {}

    static void play(Stage stage) {
        int parties = 1 + stage.below(MOST_PARTIES);
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        AtomicInteger sum = new AtomicInteger();
        Object monitor = new Object();
        Stage.Cast cast = stage.cast();
        for (int i = 0; i < parties; i++) {
            cast.go(() -> {
                for (int item = 0; item < ITEMS; item++) {
                    queue.put(1);
                }
            });
            cast.go(() -> {
                for (int item = 0; item < ITEMS; item++) {
                    int taken = queue.take();
                    synchronized (monitor) {
                        Thread.sleep(0, 50_000);
                    }
                    sum.addAndGet(
                            CompletableFuture.supplyAsync(() -> taken, POOL).get());
                }
            });
        }
        cast.join();
        Stage.checkEqual("items through the queue", (long) parties * ITEMS, sum.get());
    }
}
