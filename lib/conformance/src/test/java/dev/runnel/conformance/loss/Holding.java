package dev.runnel.conformance.loss;

import dev.runnel.Go;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import java.util.Random;
import java.util.function.Supplier;

/** The forms of waiting for a lock or for permits that can be given up, and what is waited for. */
enum Holding {
    MUTEX_INTERRUPTIBLE(() -> mutex((mutex, ends) -> {
        mutex.lockInterruptibly();
        return true;
    })),
    MUTEX_TIMED(() -> mutex((mutex, ends) -> mutex.tryLock(ends.limit()))),
    SELECTED(() -> mutex((mutex, ends) -> Go.choose()
            .on(mutex.lockEvent(), () -> true)
            .after(ends.limit(), () -> false)
            .getInterruptibly())),
    WRITE_INTERRUPTIBLE(() -> writer((lock, ends) -> {
        lock.lockInterruptibly();
        return true;
    })),
    WRITE_TIMED(() -> writer((lock, ends) -> lock.tryLock(ends.limit()))),
    READ_INTERRUPTIBLE(() -> reader((lock, ends) -> {
        lock.readLockInterruptibly();
        return true;
    })),
    READ_TIMED(() -> reader((lock, ends) -> lock.tryReadLock(ends.limit()))),
    PERMITS_CONTEXT(() -> permit((semaphore, ends) -> {
        semaphore.acquire(1, ends.context());
        return true;
    })),
    PERMITS_INTERRUPTIBLE(() -> permit((semaphore, ends) -> {
        semaphore.acquireInterruptibly(1);
        return true;
    })),
    PERMITS_TIMED(() -> permit((semaphore, ends) -> semaphore.tryAcquire(1, ends.limit()))),
    SELECTED_PERMITS(() -> permit((semaphore, ends) -> Go.choose()
            .on(semaphore.acquireEvent(1), () -> true)
            .recv(ends.context().done(), () -> false)
            .getInterruptibly()));

    private final Supplier<Shared> fresh;

    Holding(Supplier<Shared> fresh) {
        this.fresh = fresh;
    }

    private static Shared mutex(Form<Mutex> form) {
        Mutex mutex = new Mutex();
        return new Shared(Occupancy.MOST, ends -> form.take(mutex, ends), mutex::unlock, mutex::lock, mutex::unlock);
    }

    private static Shared writer(Form<RWMutex> form) {
        RWMutex lock = new RWMutex();
        return new Shared(Occupancy.MOST, ends -> form.take(lock, ends), lock::unlock, lock::lock, lock::unlock);
    }

    private static Shared reader(Form<RWMutex> form) {
        RWMutex lock = new RWMutex();
        return new Shared(Occupancy.READER, ends -> form.take(lock, ends), lock::readUnlock, lock::lock, lock::unlock);
    }

    /** One of two permits. */
    private static Shared permit(Form<Semaphore> form) {
        Semaphore semaphore = new Semaphore(2);
        return new Shared(
                Occupancy.MOST / 2,
                ends -> form.take(semaphore, ends),
                () -> semaphore.release(1),
                () -> semaphore.acquire(2),
                () -> semaphore.release(2));
    }

    /** Waits for its share of what it is given; gives whether it has it. */
    private interface Form<T> {
        boolean take(T of, Ends ends) throws Exception;
    }

    /** Waits for its share; gives whether it has it. */
    interface Attempt {
        boolean take(Ends ends) throws Exception;
    }

    /**
     * What is waited for.
     *
     * @param weight how much of the whole a share is
     * @param attempt takes a share, or gives up
     * @param giveBack gives back what an attempt has taken
     * @param takeAll takes all, without giving up
     * @param giveAllBack gives that back
     */
    record Shared(int weight, Attempt attempt, Runnable giveBack, Runnable takeAll, Runnable giveAllBack) {}

    /**
     * Some give up, and some do not: the latter get through, nobody gets in where another excludes it, and everything
     * is free in the end.
     */
    static void play(Holding form, Random random, boolean interrupts) {
        Program program = new Program(random, interrupts);
        Shared shared = form.fresh.get();
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
        shared.takeAll().run(); // waits for ever if anything was lost
        occupancy.with(Occupancy.MOST, shared.giveAllBack());
    }
}
