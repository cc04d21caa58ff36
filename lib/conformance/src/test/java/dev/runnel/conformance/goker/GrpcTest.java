package dev.runnel.conformance.goker;

import static dev.runnel.Go.afterFunc;
import static dev.runnel.Go.chan;
import static dev.runnel.Go.choose;
import static dev.runnel.Go.go;
import static dev.runnel.Go.select;
import static dev.runnel.Go.sleep;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sync.Mutex;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bugs of gRPC. */
class GrpcTest {

    static final List<Bug> BUGS = List.of(
            Bug.of(
                    "gRPC 1275",
                    () -> closeStream(false),
                    () -> closeStream(true),
                    "main [chan receive]",
                    "reader [chan receive]"),
            Bug.of("gRPC 1424", () -> dialByBalancer(false), () -> dialByBalancer(true), "dial [chan receive]"),
            Bug.of(
                    "gRPC 1460",
                    () -> keepAlive(false),
                    () -> keepAlive(true),
                    "main [sync.Mutex.Lock]",
                    "keepalive [chan receive]"),
            Bug.of(
                    "gRPC 3017",
                    () -> reuse(new Kept(false)),
                    () -> reuse(new Kept(true)),
                    "main [chan receive]",
                    "balancer [sync.Mutex.Lock]",
                    "without a name [sync.Mutex.Lock]"), // a timer's function
            Bug.of("gRPC 660", () -> benchmark(false), () -> benchmark(true), "caller [chan send]"),
            Bug.of(
                    "gRPC 795",
                    () -> stopGracefully(false),
                    () -> stopGracefully(true),
                    "main [sync.Mutex.Lock]",
                    "serve [sync.Mutex.Lock]"),
            Bug.of("gRPC 862", () -> dialCancelled(false), () -> dialCancelled(true), "transport [chan receive]"));

    @ParameterizedTest
    @FieldSource("BUGS")
    void isFound(Bug bug) {
        bug.isFound();
    }

    /** Closing a stream waits for its reader, which is told nothing of it. */
    private static void closeStream(boolean tells) {
        Chan<String> received = chan(1);
        Chan<Void> done = chan();
        go("reader", () -> {
            received.recv();
            done.close();
        });
        if (tells) {
            received.send("the stream is done");
        }
        done.recv();
    }

    /**
     * The one that dials waits for a connection; the balancer's watcher ends without having made one, and says nothing.
     */
    private static void dialByBalancer(boolean alwaysTells) {
        Chan<String> addresses = chan();
        go("dial", () -> {
            Chan<Void> done = chan();
            go("watcher", () -> {
                boolean connected = addresses.recv().isDefined();
                if (connected || alwaysTells) {
                    done.close();
                }
            });
            done.recv();
        });
        addresses.trySend("localhost"); // perhaps nobody is there yet
        addresses.close();
    }

    /**
     * Awakening the goroutine that keeps the connection alive leaves its channel empty, so next time it waits there,
     * holding the lock that streams need.
     */
    private static void keepAlive(boolean fillsAgain) {
        Mutex mutex = new Mutex();
        int[] streams = {0};
        Chan<Void> done = chan();
        Chan<Boolean> awaken = chan(1);
        awaken.send(true); // there is room only while somebody is to be awakened
        go("keepalive", () -> {
            boolean on = true;
            for (int i = 0; on && i < 2; i++) {
                boolean dormant =
                        mutex.lockedValue(() -> streams[0] == 0 && awaken.recv().get());
                if (dormant) {
                    on = choose().recv(awaken, () -> true)
                            .recv(done, () -> false)
                            .get();
                }
            }
        });
        for (int i = 0; i < 2; i++) {
            mutex.locked(() -> {
                streams[0]++;
                if (awaken.trySend(true) && fillsAgain) {
                    awaken.send(true);
                }
            });
            mutex.locked(() -> streams[0]--);
        }
        done.close();
    }

    /**
     * A connection is wanted again at the moment at which it expires: the timer's function sees that, and keeps the
     * lock.
     */
    private static void reuse(Kept connection) {
        Chan<Void> done = chan();
        go("balancer", () -> {
            for (int i = 0; i < 2; i++) {
                connection.remove();
                sleep(Kept.TIME);
                connection.want();
            }
            done.close();
        });
        done.recv();
    }

    /** A connection that was removed, and is kept for some time. */
    private static final class Kept {
        static final Duration TIME = Duration.ofSeconds(10);

        private final Mutex mutex = new Mutex();
        private final boolean unlocks;
        private Runnable cancel = () -> {};

        Kept(boolean unlocks) {
            this.unlocks = unlocks;
        }

        void remove() {
            mutex.locked(() -> {
                boolean[] wanted = {false};
                Timer expiry = afterFunc(TIME, () -> expire(wanted));
                cancel = () -> wanted[0] = !expiry.stop();
            });
        }

        void want() {
            mutex.locked(() -> cancel.run());
        }

        private void expire(boolean[] wanted) {
            mutex.lock();
            if (wanted[0] && !unlocks) {
                return;
            }
            mutex.unlock();
        }
    }

    /** The one that takes the answers of calls is stopped, and the call that is under way can tell nobody. */
    private static void benchmark(boolean callersSeeStop) {
        Chan<Void> stop = chan();
        go("stopper", stop::close);
        boolean on = true;
        for (int i = 0; on && i < 3; i++) {
            Chan<Boolean> done = chan();
            go("caller", () -> {
                if (callersSeeStop) {
                    select().send(done, true, () -> {}).recv(stop, () -> {}).run();
                } else {
                    done.send(true);
                }
            });
            on = choose().recv(done, () -> true).recv(stop, () -> false).get();
        }
    }

    /** A server that is stopped a second time locks once more instead of unlocking. */
    private static void stopGracefully(boolean unlocks) {
        Mutex mutex = new Mutex();
        go("serve", () -> mutex.locked(() -> {}));
        boolean stopped = false;
        for (int i = 0; i < 3; i++) {
            mutex.lock();
            if (stopped && !unlocks) {
                mutex.lock();
            }
            stopped = true;
            mutex.unlock();
        }
    }

    /** A dial that is cancelled returns no connection, so nobody closes what there is of it. */
    private static void dialCancelled(boolean closes) {
        CancelContext caller = Context.withCancel(Context.background());
        go("canceller", caller::cancel);
        CancelContext connection = dial(caller, closes);
        if (connection != null) {
            connection.cancel();
        }
    }

    private static @Nullable CancelContext dial(Context caller, boolean closes) {
        CancelContext connection = Context.withCancel(Context.background());
        Chan<Void> ready = chan();
        go("transport", () -> {
            ready.close();
            connection.done().recv();
        });
        boolean connected = choose().recv(ready, () -> true)
                .recv(caller.done(), () -> false)
                .get();
        if (!connected && closes) {
            connection.cancel();
        }
        return connected ? connection : null;
    }
}
