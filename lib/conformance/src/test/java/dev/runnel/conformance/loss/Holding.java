package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import java.util.Random;

/** The forms of waiting for a lock or for permits that can be given up; and what is waited for. */
enum Holding {
    MUTEX_INTERRUPTIBLE {
        @Override
        Shared shared() {
            Mutex mutex = new Mutex();
            return new Shared(
                    Occupancy.MOST,
                    ends -> {
                        mutex.lockInterruptibly();
                        return true;
                    },
                    mutex::unlock,
                    mutex::lock,
                    mutex::unlock);
        }
    },
    MUTEX_TIMED {
        @Override
        Shared shared() {
            Mutex mutex = new Mutex();
            return new Shared(
                    Occupancy.MOST, ends -> mutex.tryLock(ends.limit()), mutex::unlock, mutex::lock, mutex::unlock);
        }
    },
    WRITE_INTERRUPTIBLE {
        @Override
        Shared shared() {
            RWMutex lock = new RWMutex();
            return new Shared(
                    Occupancy.MOST,
                    ends -> {
                        lock.lockInterruptibly();
                        return true;
                    },
                    lock::unlock,
                    lock::lock,
                    lock::unlock);
        }
    },
    WRITE_TIMED {
        @Override
        Shared shared() {
            RWMutex lock = new RWMutex();
            return new Shared(
                    Occupancy.MOST, ends -> lock.tryLock(ends.limit()), lock::unlock, lock::lock, lock::unlock);
        }
    },
    READ_INTERRUPTIBLE {
        @Override
        Shared shared() {
            RWMutex lock = new RWMutex();
            return new Shared(
                    Occupancy.READER,
                    ends -> {
                        lock.readLockInterruptibly();
                        return true;
                    },
                    lock::readUnlock,
                    lock::lock,
                    lock::unlock);
        }
    },
    READ_TIMED {
        @Override
        Shared shared() {
            RWMutex lock = new RWMutex();
            return new Shared(
                    Occupancy.READER,
                    ends -> lock.tryReadLock(ends.limit()),
                    lock::readUnlock,
                    lock::lock,
                    lock::unlock);
        }
    },
    SELECTED {
        @Override
        Shared shared() {
            Mutex mutex = new Mutex();
            return new Shared(
                    Occupancy.MOST,
                    ends -> Go.choose()
                            .on(mutex.lockEvent(), () -> true)
                            .after(ends.limit(), () -> false)
                            .getInterruptibly(),
                    mutex::unlock,
                    mutex::lock,
                    mutex::unlock);
        }
    },
    SELECTED_PERMITS {
        @Override
        Shared shared() {
            Semaphore semaphore = new Semaphore(2);
            return new Shared(
                    Occupancy.MOST / 2,
                    ends -> Go.choose()
                            .on(semaphore.acquireEvent(1), () -> true)
                            .recv(ends.context().done(), () -> false)
                            .getInterruptibly(),
                    () -> semaphore.release(1),
                    () -> semaphore.acquire(2),
                    () -> semaphore.release(2));
        }
    },
    PERMITS_CONTEXT {
        @Override
        Shared shared() {
            Semaphore semaphore = new Semaphore(2);
            return new Shared(
                    Occupancy.MOST / 2,
                    ends -> {
                        semaphore.acquire(1, ends.context());
                        return true;
                    },
                    () -> semaphore.release(1),
                    () -> semaphore.acquire(2),
                    () -> semaphore.release(2));
        }
    },
    PERMITS_INTERRUPTIBLE {
        @Override
        Shared shared() {
            Semaphore semaphore = new Semaphore(2);
            return new Shared(
                    Occupancy.MOST / 2,
                    ends -> {
                        semaphore.acquireInterruptibly(1);
                        return true;
                    },
                    () -> semaphore.release(1),
                    () -> semaphore.acquire(2),
                    () -> semaphore.release(2));
        }
    },
    PERMITS_TIMED {
        @Override
        Shared shared() {
            Semaphore semaphore = new Semaphore(2);
            return new Shared(
                    Occupancy.MOST / 2,
                    ends -> semaphore.tryAcquire(1, ends.limit()),
                    () -> semaphore.release(1),
                    () -> semaphore.acquire(2),
                    () -> semaphore.release(2));
        }
    };

    /** Waits for its share; gives whether it has it. */
    interface Attempt {
        boolean take(Ends ends) throws Exception;
    }

    /**
     * What is waited for.
     *
     * @param weight how much of the whole one that has its share takes
     * @param attempt takes a share, or gives up
     * @param giveBack gives back what an attempt has taken
     * @param takeAll takes all, without giving up
     * @param giveAllBack gives that back
     */
    record Shared(int weight, Attempt attempt, Runnable giveBack, Runnable takeAll, Runnable giveAllBack) {}

    abstract Shared shared();

    /** Some that give up, and some that do not: these come through, nobody is where another excludes it, and all is free in the end. */
    static void play(Holding form, Random random, boolean interrupts) {
        Program program = new Program(random, interrupts);
        Shared shared = form.shared();
        Occupancy occupancy = new Occupancy();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Ends ends = Ends.of(program.context, random);
            program.party(() -> {
                if (shared.attempt().take(ends)) {
                    occupancy.with(shared.weight(), shared.giveBack());
                }
            });
        }
        for (int i = program.some(); i > 0; i--) {
            program.party(() -> {
                shared.takeAll().run();
                occupancy.with(Occupancy.MOST, shared.giveAllBack());
            });
        }
        program.play(null);
        shared.takeAll().run(); // for ever, if anything was lost
        occupancy.with(Occupancy.MOST, shared.giveAllBack());
    }
}
