package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.channel.Chan;
import java.util.concurrent.atomic.AtomicInteger;

/** Many goroutines at once, which end in every way. */
final class Storms {

    private static final int SMALL = 60;
    private static final int LARGE = 3_000;
    private static final int SELDOM = 40;

    private Storms() {}

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure() {
            super("on purpose", null, false, false);
        }
    }

    static void play(Stage stage) {
        int size = 1 + stage.below(stage.oneIn(SELDOM) ? LARGE : SMALL);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        Chan<Void> gate = Go.chan();
        Stage.Cast cast = stage.cast();
        int failing = 0;
        for (int i = 0; i < size; i++) {
            int way = stage.inRun() ? 1 + stage.below(6) : stage.below(7);
            failing += way == 0 ? 1 : 0;
            cast.go(() -> child(way, gate, ended, handled));
        }
        gate.close();
        cast.join();
        Stage.checkEqual("of the storm have ended", size, ended.get());
        Stage.checkEqual("of the storm have failed", failing, handled.get());
    }

    private static void child(int way, Chan<Void> gate, AtomicInteger ended, AtomicInteger handled) {
        try {
            switch (way) {
                case 0 -> {
                    Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> handled.incrementAndGet());
                    throw new Failure();
                }
                case 1 -> Go.goexit();
                case 2 -> Go.gosched();
                case 3 -> Go.go(() -> {}).join();
                default -> gate.recv();
            }
        } finally {
            ended.incrementAndGet();
        }
    }
}
