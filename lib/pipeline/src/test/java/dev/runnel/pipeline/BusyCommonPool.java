package dev.runnel.pipeline;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/** Keeps all threads of the JDK's common pool busy until it is closed. */
final class BusyCommonPool implements AutoCloseable {

    private final CountDownLatch mayEnd = new CountDownLatch(1);

    BusyCommonPool() throws InterruptedException {
        int threads = ForkJoinPool.getCommonPoolParallelism();
        CountDownLatch busy = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                busy.countDown();
                try {
                    mayEnd.await();
                } catch (InterruptedException e) {
                    return;
                }
            });
        }
        busy.await();
    }

    @Override
    public void close() {
        mayEnd.countDown();
    }
}
