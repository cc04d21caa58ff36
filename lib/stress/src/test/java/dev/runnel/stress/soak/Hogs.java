package dev.runnel.stress.soak;

import java.util.concurrent.atomic.AtomicInteger;

/** Goroutines that compute for longer than a time slice, without a call into the runtime. */
final class Hogs {

    private static final int MOST_HOGS = 3;
    private static final int MOST_NANOS = 40_000_000;

    private Hogs() {}

    static void play(Stage stage) {
        int hogs = 1 + stage.below(MOST_HOGS);
        AtomicInteger ended = new AtomicInteger();
        Stage.Cast cast = stage.cast();
        for (int i = 0; i < hogs; i++) {
            int nanos = stage.below(MOST_NANOS);
            cast.go(() -> {
                long end = System.nanoTime() + nanos;
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                ended.incrementAndGet();
            });
        }
        cast.join();
        Stage.checkEqual("hogs that have ended", hogs, ended.get());
    }
}
