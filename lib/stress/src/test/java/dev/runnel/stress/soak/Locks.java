package dev.runnel.stress.soak;

import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Goroutines that want a lock, or permits, and may give up: none is where another excludes it, and all is free in the
 * end.
 */
final class Locks {

    private static final int MOST_PARTIES = 6;
    private static final int MOST_TIMES = 20;
    private static final int PERMITS = 3;

    private final Stage stage;
    private final Mutex mutex = new Mutex();
    private final RWMutex rw = new RWMutex();
    private final Semaphore semaphore = new Semaphore(PERMITS);
    private final AtomicInteger within = new AtomicInteger();
    private final LongAdder entries = new LongAdder();

    /** Guarded by the mutex, or by the lock of the writers, whichever this act is about. */
    private long plain;

    private Locks(Stage stage) {
        this.stage = stage;
        stage.audit(this::audit);
    }

    private interface Attempt {
        boolean take() throws Exception;
    }

    static void play(Stage stage) {
        Locks locks = new Locks(stage);
        int kind = stage.below(3);
        try (CancelContext context =
                Context.withTimeout(Context.background(), stage.moment().multipliedBy(4))) {
            Stage.Cast cast = stage.cast();
            for (int i = 1 + stage.below(MOST_PARTIES); i > 0; i--) {
                Stage mine = stage.split();
                cast.go(() -> {
                    for (int times = mine.below(MOST_TIMES); times >= 0; times--) {
                        locks.visit(kind, mine, context);
                    }
                });
            }
            cast.join();
        }
    }

    private void visit(int kind, Stage mine, Context context) {
        mine.expose(() -> {
            switch (kind) {
                case 0 -> exclusive(mine, lock(mine, context), mutex::unlock);
                case 1 -> {
                    if (mine.oneIn(3)) {
                        exclusive(mine, write(mine), rw::unlock);
                    } else {
                        shared(mine, read(mine), rw::readUnlock);
                    }
                }
                default -> permits(mine, 1 + mine.below(PERMITS), context);
            }
        });
    }

    private Attempt lock(Stage mine, Context context) {
        return switch (mine.below(5)) {
            case 0 -> () -> taken(mutex::lock);
            case 1 -> mutex::tryLock;
            case 2 -> () -> mutex.tryLock(mine.moment());
            case 3 -> () -> taken(mutex::lockInterruptibly);
            default ->
                () -> Go.choose()
                        .on(mutex.lockEvent(), () -> true)
                        .recv(context.done(), () -> false)
                        .getInterruptibly();
        };
    }

    private Attempt write(Stage mine) {
        return switch (mine.below(3)) {
            case 0 -> () -> taken(rw::lock);
            case 1 -> () -> rw.tryLock(mine.moment());
            default -> () -> taken(rw::lockInterruptibly);
        };
    }

    private Attempt read(Stage mine) {
        return switch (mine.below(3)) {
            case 0 -> () -> taken(rw::readLock);
            case 1 -> () -> rw.tryReadLock(mine.moment());
            default -> () -> taken(rw::readLockInterruptibly);
        };
    }

    private static boolean taken(Stage.Exposed lock) throws Exception {
        lock.run();
        return true;
    }

    private void exclusive(Stage mine, Attempt attempt, Runnable unlock) throws Exception {
        if (!attempt.take()) {
            return;
        }
        try {
            Stage.checkEqual("within with the lock", 0, within.getAndIncrement());
            plain++;
            entries.increment();
            stay(mine);
        } finally {
            within.getAndDecrement();
            unlock.run();
        }
    }

    private void shared(Stage mine, Attempt attempt, Runnable unlock) throws Exception {
        if (!attempt.take()) {
            return;
        }
        try {
            mine.count.locks.increment();
            stay(mine);
        } finally {
            unlock.run();
        }
    }

    private void permits(Stage mine, int n, Context context) throws Exception {
        boolean has = switch (mine.below(5)) {
            case 0 -> taken(() -> semaphore.acquire(n));
            case 1 -> semaphore.tryAcquire(n);
            case 2 -> semaphore.tryAcquire(n, mine.moment());
            case 3 -> taken(() -> semaphore.acquire(n, context));
            default -> taken(() -> semaphore.acquireInterruptibly(n));
        };
        if (!has) {
            return;
        }
        try {
            mine.count.locks.increment();
            int now = within.addAndGet(n);
            Stage.check(now <= PERMITS, now + " permits are out, of " + PERMITS);
            stay(mine);
        } finally {
            within.addAndGet(-n);
            semaphore.release(n);
        }
    }

    private static void stay(Stage mine) throws InterruptedException {
        switch (mine.below(6)) {
            case 0 -> Go.gosched();
            case 1 -> Go.sleepInterruptibly(mine.moment());
            case 2 -> Thread.onSpinWait();
            default -> {}
        }
    }

    private void audit() {
        Stage.check(mutex.tryLock(), "the mutex is not free");
        Stage.check(rw.tryLock(), "the lock of readers and writers is not free");
        Stage.check(semaphore.tryAcquire(PERMITS), "permits are missing");
        Stage.checkEqual("entries under the lock", entries.sum(), plain);
        stage.count.locks.add(plain);
    }
}
