package dev.runnel.conformance.goker;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.goexit;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of Moby, which is Docker. */
class MobyTest {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    static final List<Bug> BUGS = List.of(
            Bug.of("Moby 17176", () -> cleanUp(false), () -> cleanUp(true), "deleter [sync.Mutex.Lock]"),
            Bug.of(
                    "Moby 21233",
                    () -> watchTransfer(true),
                    () -> watchTransfer(false),
                    "main [chan receive]",
                    "watcher [chan send]"),
            Bug.of("Moby 25384", () -> initPlugins(true), () -> initPlugins(false), "main [sync.WaitGroup.Wait]"),
            Bug.of(
                    "Moby 27782",
                    () -> followLogs(new WatchedFile(), false),
                    () -> followLogs(new WatchedFile(), true),
                    "follower [sync.Cond.Wait]",
                    "reader [chan send]"),
            Bug.of(
                    "Moby 28462",
                    () -> stopMonitor(stop -> stop.send(true)),
                    () -> stopMonitor(Chan::close),
                    "main [chan send]",
                    "monitor [sync.Mutex.Lock]"),
            Bug.of(
                    "Moby 30408",
                    () -> activatePlugin(false),
                    () -> activatePlugin(true),
                    "main [chan receive]",
                    "waiter [sync.Cond.Wait]"),
            Bug.of("Moby 33781", () -> monitorHealth(false), () -> monitorHealth(true), "probe [chan send]"),
            Bug.of("Moby 36114", () -> addDisks(true), () -> addDisks(false), "main [sync.Mutex.Lock]"),
            Bug.of(
                    "Moby 4951",
                    () -> deleteTwice(false),
                    () -> deleteTwice(true),
                    "main [sync.WaitGroup.Wait]",
                    "first [sync.Mutex.Lock]",
                    "second [sync.Mutex.Lock]"),
            Bug.of("Moby 7559", () -> forward(false), () -> forward(true), "main [sync.Mutex.Lock]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    /** A clean-up that finds nothing to do keeps the lock. */
    private static void cleanUp(boolean unlocks) {
        Mutex devices = new Mutex();
        int deleted = 0;
        devices.lock();
        if (deleted > 0 || unlocks) {
            devices.unlock();
        }
        Chan<Void> done = chan();
        go("deleter", () -> {
            devices.locked(() -> {});
            done.close();
        });
        select().recv(done, () -> {}).after(INTERVAL, () -> {}).run();
    }

    /** A consumer gives up when an update has been overtaken by the next, and nobody takes those that follow. */
    private static void watchTransfer(boolean wantsAll) {
        int[] last = {0};
        Chan<Boolean> signal = chan(1);
        Chan<Integer> progress = chan();
        go("transfer", () -> {
            while (last[0] < 3) {
                last[0]++;
                signal.trySend(true); // a consumer that has not seen the one before sees only this
            }
            signal.close();
        });
        Chan<Void> running = chan();
        go("watcher", () -> {
            signal.forEach(update -> progress.send(last[0]));
            running.close();
        });
        Chan<Void> done = chan();
        go("consumer", () -> {
            int seen = 0;
            for (int update : progress) {
                if (wantsAll && update != seen + 1) {
                    goexit(); // as a test that has failed does
                }
                seen = update;
            }
            done.close();
        });
        running.recv();
        progress.close();
        done.recv();
    }

    /** A group of two is waited for when only its first member has been started. */
    private static void initPlugins(boolean waitsForEach) {
        int plugins = 2;
        WaitGroup group = new WaitGroup();
        group.add(plugins);
        for (int i = 0; i < plugins; i++) {
            go("plugin", group::done);
            if (waitsForEach) {
                group.await();
            }
        }
        group.await();
    }

    /**
     * The one that is to take the events of a file waits until the file is no longer watched, which comes after an
     * event that nobody takes.
     */
    private static void followLogs(WatchedFile file, boolean removesAside) {
        Chan<Void> closed = chan();
        go("follower", () -> {
            go("reader", file::readEvents);
            Chan<Void> done = removesAside ? chan() : closed;
            if (removesAside) {
                go("remover", () -> {
                    closed.recv();
                    file.remove();
                    done.close();
                });
            }
            while (choose().recv(file.events, () -> true)
                    .recv(done, () -> false)
                    .get()) {}
            if (!removesAside) {
                file.remove();
            }
        });
        file.inKernel.send("modified");
        closed.close();
    }

    /** A file of which the kernel tells what happens to it, and finally that it tells no more. */
    private static final class WatchedFile {
        private final Chan<String> inKernel = chan(2);
        private final Chan<String> events = chan();
        private final Mutex mutex = new Mutex();
        private final Cond removed = new Cond(mutex);
        private boolean watched = true;

        void readEvents() {
            for (String event : inKernel) {
                if (event.equals("ignored")) {
                    mutex.locked(() -> {
                        watched = false;
                        removed.broadcast();
                    });
                    return;
                }
                events.send(event);
            }
        }

        void remove() {
            mutex.locked(() -> {
                inKernel.send("ignored");
                while (watched) {
                    removed.await();
                }
            });
        }
    }

    private interface Stopping {
        void stop(Chan<Boolean> monitor);
    }

    /**
     * The holder of a container's lock waits for its monitor to take the word to stop, and the monitor waits for the
     * lock.
     */
    private static void stopMonitor(Stopping how) {
        Mutex container = new Mutex();
        Chan<Boolean> stop = chan();
        go("monitor", () -> {
            while (choose().recv(stop, () -> false).after(INTERVAL, () -> true).get()) {
                container.locked(() -> {}); // to note what the probe has shown
            }
        });
        sleep(INTERVAL);
        container.locked(() -> how.stop(stop));
    }

    /** The one that waits for a plugin to become active is not told that it has failed. */
    private static void activatePlugin(boolean failureIsTold) {
        Mutex mutex = new Mutex();
        Cond settled = new Cond(mutex);
        boolean[] failed = {false};
        Chan<Void> done = chan();
        go("waiter", () -> {
            mutex.locked(() -> {
                while (!(failed[0] && failureIsTold)) {
                    settled.await();
                }
            });
            done.close();
        });
        mutex.locked(() -> {
            failed[0] = true;
            if (failureIsTold) {
                settled.broadcast();
            }
        });
        done.recv();
    }

    /** A monitor that is stopped while it probes does not wait for the probe, which then has nobody to tell. */
    private static void monitorHealth(boolean waitsForProbe) {
        Chan<Void> stop = chan();
        go("stopper", () -> {
            sleep(INTERVAL);
            stop.close();
        });
        while (choose().recv(stop, () -> false)
                .after(INTERVAL, () -> probe(stop, waitsForProbe))
                .get()) {}
    }

    /** Whether to go on. */
    private static boolean probe(Chan<Void> stop, boolean waitsForProbe) {
        Chan<Boolean> results = chan();
        try (CancelContext limit = Context.withTimeout(Context.background(), INTERVAL)) {
            go("probe", () -> results.send(true));
            return choose().recv(results, () -> true)
                    .recv(limit.done(), () -> results.recv().get())
                    .recv(stop, () -> {
                        if (waitsForProbe) {
                            results.recv();
                        }
                        return false;
                    })
                    .get();
        }
    }

    /** Adding disks to a machine undoes what has failed by a call that takes the lock again. */
    private static void addDisks(boolean locksAgain) {
        Mutex machine = new Mutex();
        List<String> added = new ArrayList<>();
        machine.locked(() -> {
            added.add("first"); // and the second fails
            if (locksAgain) {
                machine.locked(added::clear);
            } else {
                added.clear();
            }
        });
    }

    /**
     * One has a device and wants to take the lock of all devices again; the other has that lock and wants the device.
     */
    private static void deleteTwice(boolean deviceFirst) {
        Mutex devices = new Mutex();
        Mutex device = new Mutex();
        WaitGroup deleted = new WaitGroup();
        for (String name : List.of("first", "second")) {
            deleted.go(name, () -> {
                (deviceFirst ? device : devices).lock();
                (deviceFirst ? devices : device).lock();
                devices.unlock();
                sleep(INTERVAL); // until the kernel has removed it
                devices.lock();
                device.unlock();
                devices.unlock();
            });
        }
        deleted.await();
    }

    /** A proxy that cannot reach its target goes on to the next packet, and keeps the lock. */
    private static void forward(boolean unlocks) {
        Mutex connections = new Mutex();
        for (boolean reachable : List.of(true, false, true)) {
            connections.lock();
            if (!reachable && !unlocks) {
                continue;
            }
            connections.unlock();
        }
    }
}
