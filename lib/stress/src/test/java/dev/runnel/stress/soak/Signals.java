package dev.runnel.stress.soak;

import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;

/**
 * A buffer made of a mutex and conditions, between goroutines that may give up and try again: what goes in comes out.
 */
final class Signals {

    private static final int MOST_PARTIES = 4;
    private static final int MOST_ITEMS = 30;
    private static final int ROOM = 2;

    private final Mutex mutex = new Mutex();
    private final Cond notFull = new Cond(mutex);
    private final Cond notEmpty = new Cond(mutex);
    private int held;
    private long in;
    private long out;
    private boolean closed;

    static void play(Stage stage) {
        Signals signals = new Signals();
        WaitGroup producing = new WaitGroup();
        Stage.Cast cast = stage.cast();
        int producers = 1 + stage.below(MOST_PARTIES);
        long[] items = {0};
        producing.add(producers);
        for (int i = 0; i < producers; i++) {
            Stage mine = stage.split();
            int number = 1 + stage.below(MOST_ITEMS);
            items[0] += number;
            cast.go(() -> {
                try {
                    signals.produce(number, mine);
                } finally {
                    producing.done();
                }
            });
        }
        for (int i = 1 + stage.below(MOST_PARTIES); i > 0; i--) {
            Stage mine = stage.split();
            cast.go(() -> signals.consume(mine));
        }
        if (stage.oneIn(2)) {
            stage.expose(() -> producing.await(stage.moment()));
        }
        producing.await();
        signals.close();
        cast.join();
        Stage.checkEqual("items that went in", items[0], signals.in);
        Stage.checkEqual("items that came out", items[0], signals.out + signals.held);
    }

    private void produce(int items, Stage mine) {
        int[] left = {items};
        while (left[0] > 0) {
            mine.expose(() -> {
                mutex.lockInterruptibly();
                try {
                    while (held == ROOM) {
                        await(notFull, mine);
                    }
                    held++;
                    in++;
                    left[0]--;
                    notEmpty.signal();
                } finally {
                    mutex.unlock();
                }
            });
        }
    }

    private void consume(Stage mine) {
        boolean[] over = {false};
        while (!over[0]) {
            mine.expose(() -> {
                mutex.lockInterruptibly();
                try {
                    while (held == 0 && !closed) {
                        await(notEmpty, mine);
                    }
                    over[0] = held == 0;
                    if (held > 0) {
                        held--;
                        out++;
                        notFull.signal();
                    }
                } finally {
                    mutex.unlock();
                }
            });
        }
    }

    private static void await(Cond cond, Stage mine) throws InterruptedException {
        switch (mine.below(3)) {
            case 0 -> cond.await();
            case 1 -> cond.awaitInterruptibly();
            default -> cond.await(mine.moment());
        }
    }

    private void close() {
        mutex.lock();
        try {
            closed = true;
            notEmpty.broadcast();
        } finally {
            mutex.unlock();
        }
    }
}
