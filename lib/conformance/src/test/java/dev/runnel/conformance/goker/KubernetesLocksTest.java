package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;

import dev.runnel.channel.Chan;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of Kubernetes, of locks, and of locks and channels. */
class KubernetesLocksTest {

    static final List<Bug> BUGS = List.of(
            Bug.of(
                    "Kubernetes 10182",
                    () -> syncStatuses(false),
                    () -> syncStatuses(true),
                    "main [sync.Mutex.Lock]",
                    "setter [chan send]"),
            Bug.of(
                    "Kubernetes 13135",
                    () -> cacheEvents(false),
                    () -> cacheEvents(true),
                    "caching [sync.Mutex.Lock]",
                    "adder [sync.Mutex.Lock]"),
            Bug.of(
                    "Kubernetes 1321",
                    () -> stopWatching(false),
                    () -> stopWatching(true),
                    "main [sync.Mutex.Lock]",
                    "loop [chan send]"),
            Bug.of(
                    "Kubernetes 26980",
                    () -> handOn(false),
                    () -> handOn(true),
                    "main [sync.Mutex.Lock]",
                    "popper [select]"),
            Bug.of(
                    "Kubernetes 30872",
                    () -> askIfSynced(true),
                    () -> askIfSynced(false),
                    "controller [sync.Mutex.Lock]",
                    "reconciler [sync.Mutex.Lock]",
                    "stopper [sync.Mutex.Lock]"),
            Bug.of(
                    "Kubernetes 58107",
                    () -> syncQuotas(true),
                    () -> syncQuotas(false),
                    "main [sync.RWMutex.Lock]",
                    "worker [sync.Cond.Wait]",
                    "helper [sync.RWMutex.RLock]"),
            Bug.of(
                    "Kubernetes 62464",
                    () -> readTwice(true),
                    () -> readTwice(false),
                    "main [sync.RWMutex.RLock]",
                    "remover [sync.RWMutex.Lock]"),
            Bug.of(
                    "Kubernetes 6632",
                    () -> closeConnection(false),
                    () -> closeConnection(true),
                    "main [chan send]",
                    "monitor [sync.Mutex.Lock]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    /**
     * The one that takes statuses needs a lock before the next; another holds that lock and waits for the next to be
     * taken.
     */
    private static void syncStatuses(boolean deletesAside) {
        RWMutex lock = new RWMutex();
        Chan<String> statuses = chan();
        for (int i = 0; i < 2; i++) {
            go("setter", () -> lock.locked(() -> statuses.send("running")));
        }
        for (int i = 0; i < 2; i++) {
            statuses.recv();
            if (deletesAside) {
                go("deleter", () -> lock.locked(() -> {}));
            } else {
                lock.locked(() -> {});
            }
        }
    }

    /**
     * The one that fills a cache has the lock that events need, and wants the cache; an event has the cache, and wants
     * that lock.
     */
    private static void cacheEvents(boolean usableIsApart) {
        Mutex watchers = new Mutex();
        Mutex usable = usableIsApart ? new Mutex() : watchers;
        Mutex cache = new Mutex();
        WaitGroup initialized = new WaitGroup();
        initialized.add(1);
        Once once = new Once();
        go("caching", () -> {
            for (int i = 0; i < 2; i++) {
                usable.lock();
                cache.locked(() -> {
                    once.run(initialized::done);
                    usable.unlock();
                });
            }
        });
        initialized.await();
        go("adder", () -> cache.locked(() -> watchers.locked(() -> {})));
    }

    /** The one that distributes events waits for a watcher, holding the lock that the watcher needs to stop. */
    private static void stopWatching(boolean tellsFirst) {
        Mutex lock = new Mutex();
        boolean[] watched = {true};
        Chan<String> result = chan();
        Chan<Void> stopped = chan();
        go("loop", () -> {
            for (int i = 0; i < 3; i++) {
                lock.locked(() -> {
                    if (watched[0] && tellsFirst) {
                        select().send(result, "event", () -> {})
                                .recv(stopped, () -> {})
                                .run();
                    } else if (watched[0]) {
                        result.send("event");
                    }
                });
            }
        });
        stopped.close();
        lock.locked(() -> {
            watched[0] = false;
            result.close();
        });
    }

    /** A notification is passed on with the lock held, and those that add others wait. */
    private static void handOn(boolean unlocksBefore) {
        Mutex lock = new Mutex();
        Cond added = new Cond(lock);
        Queue<String> pending = new ArrayDeque<>();
        Chan<String> next = chan();
        Chan<Void> stop = chan();
        go("popper", () -> {
            lock.lock();
            while (pending.isEmpty()) {
                added.await();
            }
            String first = pending.remove();
            if (unlocksBefore) {
                lock.unlock();
            }
            select().send(next, first, () -> {}).recv(stop, () -> {}).run();
            if (!unlocksBefore) {
                lock.unlock();
            }
        });
        for (String notification : List.of("added", "deleted")) {
            lock.locked(() -> {
                pending.add(notification);
                added.broadcast();
            });
        }
        stop.close();
    }

    /**
     * The one that asks has the informer, and wants its queue; the one that takes from the queue has that, and wants
     * the informer.
     */
    private static void askIfSynced(boolean locksToAsk) {
        Mutex informer = new Mutex();
        Mutex queue = new Mutex();
        Chan<Void> stop = chan();
        go("controller", () -> queue.locked(() -> informer.locked(() -> {})));
        go("stopper", () -> {
            stop.recv();
            informer.locked(() -> {});
        });
        go("reconciler", () -> {
            if (locksToAsk) {
                informer.locked(() -> queue.locked(() -> {}));
            } else {
                queue.locked(() -> {});
            }
        });
        stop.close();
    }

    /**
     * The one that waits for an item holds the read lock, so a writer waits, so others that want to read wait: and one
     * of these has the item.
     */
    private static void syncQuotas(boolean readsToGet) {
        RWMutex workers = new RWMutex();
        Items queue = new Items();
        Items missing = new Items();
        go("worker", () -> work(workers, queue, readsToGet, () -> {}));
        go("helper", () -> work(workers, missing, readsToGet, queue::put));
        missing.put();
        workers.locked(() -> {});
    }

    private static void work(RWMutex workers, Items items, boolean readsToGet, Runnable then) {
        if (readsToGet) {
            workers.readLocker().locked(() -> {
                items.get();
                then.run();
            });
        } else {
            items.get();
            workers.readLocker().locked(then::run);
        }
    }

    /** A queue of which only the number of items counts. */
    private static final class Items {
        private final Mutex mutex = new Mutex();
        private final Cond some = new Cond(mutex);
        private int number;

        void put() {
            mutex.locked(() -> {
                number++;
                some.signal();
            });
        }

        void get() {
            mutex.locked(() -> {
                while (number == 0) {
                    some.await();
                }
                number--;
            });
        }
    }

    /** A reader wants to read once more, but waits behind a writer, which waits for the first read to end. */
    private static void readTwice(boolean locksAround) {
        RWMutex state = new RWMutex();
        go("remover", () -> {
            state.readLocker().locked(() -> {});
            state.locked(() -> {});
        });
        if (locksAround) {
            state.readLock();
        }
        state.readLocker().locked(() -> {}); // nothing is there
        state.readLocker().locked(() -> {}); // so take the default
        if (locksAround) {
            state.readUnlock();
        }
    }

    /** The one that writes tells the monitor so, holding the lock that the monitor needs to end. */
    private static void closeConnection(boolean drains) {
        Mutex lock = new Mutex();
        boolean[] open = {true};
        Chan<Boolean> reset = chan();
        Chan<Void> closed = chan();
        go("closer", closed::close);
        go("monitor", () -> {
            while (choose().recv(reset, () -> true).recv(closed, () -> false).get()) {}
            if (drains) {
                go("drain", () -> reset.forEach(written -> {}));
            }
            lock.locked(() -> {
                reset.close();
                open[0] = false;
            });
        });
        for (int i = 0; i < 2; i++) {
            lock.locked(() -> {
                if (open[0]) {
                    reset.send(true);
                }
            });
        }
    }
}
