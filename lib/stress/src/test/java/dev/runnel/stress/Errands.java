package dev.runnel.stress;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.stress.Tally.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** What a worker does besides communicating. */
final class Errands {

    private static final int SMALL_STORM = 4;
    private static final int STORM = 300;
    private static final Duration PAUSE = Duration.ofNanos(20_000);
    private static final Object MONITOR = new Object();
    private static final ReentrantLock LOCK = new ReentrantLock();

    private final Worker worker;
    private final SplittableRandom random;

    Errands(Worker worker) {
        this.worker = worker;
        this.random = worker.random;
    }

    void run() {
        int dice = random.nextInt(100);
        if (dice < 30) {
            Go.gosched();
            worker.count(Kind.YIELD);
        } else if (dice < 50) {
            worker.exposed(() -> Go.sleep(worker.timer()));
            worker.count(Kind.SLEEP);
        } else if (dice < 60) {
            worker.exposed(() -> Go.sleepInterruptibly(worker.timer()));
            worker.count(Kind.SLEEP);
        } else if (dice < 70) {
            Go.after(worker.timer()).recv();
            worker.count(Kind.AFTER);
        } else if (dice < 84) {
            block(random.nextInt(5));
        } else if (dice < 88) {
            worker.round.lines.closeOne(random);
        } else {
            storm(1 + random.nextInt(random.nextInt(50) == 0 ? STORM : SMALL_STORM));
        }
    }

    private void block(int how) {
        int nanos = random.nextInt(100_000);
        worker.exposed(() -> {
            switch (how) {
                case 0 -> {
                    synchronized (MONITOR) {
                        Thread.sleep(0, nanos / 2);
                    }
                }
                case 1 -> {
                    LOCK.lockInterruptibly();
                    try {
                        LockSupport.parkNanos(nanos);
                    } finally {
                        LOCK.unlock();
                    }
                }
                case 2 -> Thread.sleep(0, nanos);
                case 3 -> LockSupport.parkNanos(nanos);
                default -> Thread.yield();
            }
        });
        worker.count(Kind.BLOCK);
    }

    // ---------------------------------------------------------------- goroutines

    /** Starts goroutines that end in all ways, and waits for them. */
    private void storm(int size) {
        Chan<Integer> tokens = Go.chan(size);
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        List<GoHandle> children = new ArrayList<>();
        int failing = 0;
        for (int i = 0; i < size; i++) {
            int way = random.nextInt(8);
            failing += way == 0 ? 1 : 0;
            int token = i;
            children.add(worker.go(() -> child(way, token, tokens, ended, handled)));
        }
        children.forEach(GoHandle::join);
        tokens.close();
        int sum = 0;
        for (int token : tokens) {
            sum += token;
        }
        // A guest's runtime may be closed now: some children may not even have begun.
        if (!worker.guest) {
            check(size, "ended", ended.get(), size);
            check(size, "failed", handled.get(), failing);
            check(size, "tokens", sum, size * (size - 1) / 2);
        }
        worker.count(Kind.STORM);
    }

    private static void check(int size, String what, int actual, int expected) {
        if (actual != expected) {
            throw new AssertionError("storm of " + size + ", " + what + ": " + actual + " instead of " + expected);
        }
    }

    private void child(int way, int token, Chan<Integer> tokens, AtomicInteger ended, AtomicInteger handled) {
        try {
            tokens.send(token);
            switch (way) {
                case 0 -> {
                    Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {
                        handled.incrementAndGet();
                        worker.count(Kind.FAILURES);
                    });
                    throw new IllegalStateException("on purpose");
                }
                case 1 -> {
                    worker.count(Kind.EXITS);
                    Go.goexit();
                }
                case 2 -> Go.gosched();
                case 3 -> Go.sleep(PAUSE);
                case 4 -> LockSupport.parkNanos(20_000);
                default -> {}
            }
        } finally {
            ended.incrementAndGet();
        }
    }
}
