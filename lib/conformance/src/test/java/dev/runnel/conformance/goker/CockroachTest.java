package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;

import dev.runnel.channel.Chan;
import dev.runnel.select.Choice;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of CockroachDB; those of its later years are in {@link LaterCockroachTest}. */
class CockroachTest {

    static final List<Bug> BUGS = List.of(
            Bug.of("cockroach#584", () -> gossip(false), () -> gossip(true), "gossip [sync.Mutex.Lock]"),
            Bug.of(
                    "cockroach#1055",
                    () -> stopper(false),
                    () -> stopper(true),
                    "main [sync.WaitGroup.Wait]",
                    "worker [sync.Mutex.Lock]"),
            Bug.of(
                    "cockroach#1462",
                    () -> transport(false),
                    () -> transport(true),
                    "main [sync.WaitGroup.Wait]",
                    "transport [chan send]"),
            Bug.of("cockroach#2448", () -> raft(false), () -> raft(true), "raft [select]", "store [select]"),
            Bug.of(
                    "cockroach#3710",
                    () -> scan(false),
                    () -> scan(true),
                    "scan [sync.RWMutex.RLock]",
                    "raft [sync.RWMutex.Lock]"),
            Bug.of(
                    "cockroach#6181",
                    () -> lookups(false),
                    () -> lookups(true),
                    "main [sync.WaitGroup.Wait]",
                    "lookup [sync.RWMutex.RLock]",
                    "lookup [sync.RWMutex.Lock]"),
            Bug.of(
                    "cockroach#7504",
                    () -> leases(false),
                    () -> leases(true),
                    "acquire [sync.Mutex.Lock]",
                    "release [sync.Mutex.Lock]"),
            Bug.of("cockroach#9935", () -> log(false), () -> log(true), "main [sync.Mutex.Lock]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    // ---------------------------------------------------------------- 584

    /** A loop that finds that all is over is left with the lock held, and the next loop begins by taking it. */
    private static void gossip(boolean mended) {
        Gossip gossip = new Gossip(mended);
        go("gossip", () -> {
            gossip.bootstrap();
            gossip.manage();
        });
        gossip.close();
    }

    private static final class Gossip {

        private final boolean mended;
        private final Mutex mutex = new Mutex();
        private boolean closed;

        Gossip(boolean mended) {
            this.mended = mended;
        }

        void bootstrap() {
            turns();
        }

        void manage() {
            turns();
        }

        private void turns() {
            for (int i = 0; i < 2; i++) {
                mutex.lock();
                if (closed) {
                    if (mended) {
                        mutex.unlock();
                    }
                    return;
                }
                mutex.unlock();
            }
        }

        void close() {
            mutex.locked(() -> closed = true);
        }
    }

    // ---------------------------------------------------------------- 1055

    /**
     * Whoever stops everything waits for the workers with the lock held, and a worker that got past the check of the
     * flag wants the lock.
     */
    private static void stopper(boolean mended) {
        Stopper stopper = new Stopper(mended);
        for (int i = 0; i < 2; i++) {
            stopper.workers.go("worker", () -> {
                if (stopper.startsTask()) {
                    stopper.tasks.done();
                }
                stopper.stopping.recv();
            });
        }
        stopper.stop();
    }

    private static final class Stopper {

        private final boolean mended;
        private final Mutex mutex = new Mutex();
        private final WaitGroup workers = new WaitGroup();
        private final WaitGroup tasks = new WaitGroup();
        private final Chan<Void> stopping = chan();
        private boolean draining;

        Stopper(boolean mended) {
            this.mended = mended;
        }

        boolean startsTask() {
            if (!mended && draining) {
                return false;
            }
            return mutex.lockedValue(() -> {
                if (mended && draining) {
                    return false;
                }
                tasks.add(1);
                return true;
            });
        }

        void stop() {
            mutex.lock();
            draining = true;
            if (mended) {
                mutex.unlock();
            }
            tasks.await();
            stopping.close();
            workers.await();
            if (!mended) {
                mutex.unlock();
            }
        }
    }

    // ---------------------------------------------------------------- 1462

    /** A worker sends an event that nobody takes: the worker that took events has seen that everything is to stop. */
    private static void transport(boolean mended) {
        Chan<Integer> events = chan();
        Chan<Void> stopping = chan();
        WaitGroup workers = new WaitGroup();
        workers.go("transport", () -> {
            Choice<Boolean> sent = mended
                    ? choose().recv(stopping, () -> false).send(events, 1, () -> true)
                    : choose().recv(stopping, () -> false).otherwise(() -> {
                        events.send(1);
                        return true;
                    });
            for (int i = 0; i < 3 && sent.get(); i++) {}
        });
        workers.go("processor", () -> {
            Choice<Boolean> taken = choose().recv(events, () -> true).recv(stopping, () -> false);
            while (taken.get()) {}
        });
        stopping.close();
        workers.await();
    }

    // ---------------------------------------------------------------- 2448

    /** The store waits until raft takes its callback, and raft until the store takes its next event. */
    private static void raft(boolean mended) {
        Chan<Integer> events = chan();
        Chan<Integer> callbacks = chan();
        Chan<Void> stopping = chan();
        go("store", () -> {
            Choice<Boolean> next = choose().recv(
                            events,
                            event -> choose().send(callbacks, event.get(), () -> true)
                                    .recv(stopping, () -> false)
                                    .get())
                    .recv(stopping, () -> false);
            while (next.get()) {}
        });
        go("raft", () -> {
            for (int event = 0; event < 3; event++) {
                Choice<Boolean> called = choose().recv(callbacks, () -> true).otherwise(() -> false);
                while (called.get()) {}
                Choice<Boolean> sent =
                        choose().send(events, event, () -> true).recv(mended ? callbacks : null, () -> false);
                while (!sent.get()) {}
            }
            stopping.close();
        });
    }

    // ---------------------------------------------------------------- 3710

    /**
     * A reader locks to read once more, further down; a writer that came in between waits for it, and it for the
     * writer.
     */
    private static void scan(boolean mended) {
        RWMutex store = new RWMutex();
        Mutex queue = new Mutex();
        Runnable truncates = () -> queue.locked(() -> store.readLocker().locked(() -> {}));
        go("raft", () -> store.locked(() -> {}));
        go("scan", () -> {
            store.readLock();
            if (mended) {
                store.readUnlock(); // it iterates over a copy
            }
            truncates.run();
            if (!mended) {
                store.readUnlock();
            }
        });
    }

    // ---------------------------------------------------------------- 6181

    /**
     * A reader prints the cache, which locks to read once more, and another one that has already printed it waits to
     * write.
     */
    private static void lookups(boolean mended) {
        RWMutex cache = new RWMutex();
        WaitGroup lookups = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            lookups.go("lookup", () -> {
                cache.readLocker().locked(() -> {
                    if (!mended) {
                        cache.readLocker().locked(() -> {});
                    }
                });
                cache.locked(() -> {});
            });
        }
        lookups.await();
    }

    // ---------------------------------------------------------------- 7504

    /**
     * Acquiring a lease takes the lock of the names and then the lease's; releasing it takes them the other way round.
     */
    private static void leases(boolean mended) {
        Mutex table = new Mutex();
        Mutex names = new Mutex();
        Mutex lease = new Mutex();
        go("acquire", () -> {
            names.lock();
            if (mended) {
                names.unlock();
            }
            lease.locked(() -> {});
            if (!mended) {
                names.unlock();
            }
        });
        go("release", () -> table.locked(() -> lease.locked(() -> names.locked(() -> {}))));
    }

    // ---------------------------------------------------------------- 9935

    /** Whoever logs holds the lock, and takes it again to exit when there is no room for the file. */
    private static void log(boolean mended) {
        Mutex mutex = new Mutex();
        Chan<Integer> disk = chan(1);
        go("other", () -> disk.trySend(1));
        Runnable exits = () -> mutex.locked(() -> {});
        mutex.lock();
        boolean created = disk.trySend(2);
        if (created) {
            mutex.unlock();
        } else if (mended) {
            mutex.unlock();
            exits.run();
        } else {
            exits.run();
            mutex.unlock();
        }
    }
}
