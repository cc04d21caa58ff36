package dev.runnel.net;

import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.pair;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.net.Sockets.Pair;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What waiting for the network costs, how it looks, and how it ends with the runtime. */
class ThreadsTest {

    private static long platformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isVirtual() && thread.getName().startsWith("runnel-net"))
                .count();
    }

    @Test
    void unused_thereIsNoThread() {
        Await.until(() -> !Sockets.hasThread()); // left from other tests
        Runtimes.run(2, () -> {
            Chan<Integer> c = Go.chan();
            Go.go(() -> c.send(1));
            c.recv();
            assertFalse(Sockets.hasThread());
            try (Listener listener = Net.listen("127.0.0.1:0");
                    Conn client = Net.dial(listener.addressText())) {
                assertTrue(client.isOpen());
            }
        });
        Await.until(() -> !Sockets.hasThread());
    }

    @Test
    void thousandConnections_oneThread() {
        int conns = 1000;
        Runtimes.run(2, () -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                Go.go(() -> Sockets.serveEcho(listener));
                int threads = Thread.activeCount();
                List<Conn> clients = new ArrayList<>();
                for (int i = 0; i < conns; i++) {
                    clients.add(Net.dial(listener.addressText()));
                }
                Sockets.awaitIoWaits(conns + 1); // the server's reads, and the accept
                assertEquals(1, platformThreads());
                assertTrue(Thread.activeCount() < threads + 20, () -> "threads: " + Thread.activeCount());
                WaitGroup all = new WaitGroup();
                for (int i = 0; i < conns; i++) {
                    Conn client = clients.get(i);
                    byte[] id = {(byte) i, (byte) (i >> 8)};
                    all.go(() -> {
                        for (int round = 0; round < 3; round++) {
                            client.write(id);
                            assertArrayEquals(id, readFully(client, 2));
                        }
                    });
                }
                all.await();
                assertEquals(1, platformThreads());
                for (Conn client : clients) {
                    client.close();
                }
            }
        });
    }

    @Test
    void dump_saysIoWait_andOnWhat() {
        Runtimes.run(2, () -> {
            try (Pair pair = pair();
                    Listener listener = Net.listen("127.0.0.1:0")) {
                WaitGroup both = new WaitGroup();
                both.add(2);
                Go.go("reader", () -> {
                    readFully(pair.client(), 1);
                    both.done();
                });
                Go.go("acceptor", () -> {
                    listener.accept().close();
                    both.done();
                });
                Sockets.awaitIoWaits(2);
                Await.until(() -> Go.dump().split("\\[IO wait]", -1).length > 2);
                String dump = Go.dump();
                assertTrue(dump.contains("\"reader\" [IO wait]"), dump);
                assertTrue(dump.contains("\"acceptor\" [IO wait]"), dump);
                assertTrue(
                        dump.contains("on tcp " + Address.show(pair.client().localAddress()) + "->"
                                + Address.show(pair.client().remoteAddress())),
                        dump);
                assertTrue(dump.contains("on tcp " + listener.addressText() + ", listening"), dump);
                pair.server().write(bytes(1, 1));
                Net.dial(listener.addressText()).close();
                both.await();
            }
        });
    }

    @Test
    void runtimeCloses_whoWaitsUnwinds_andTheThreadEnds() throws Exception {
        for (int procs : new int[] {1, 2, 4}) {
            AtomicInteger finallies = new AtomicInteger();
            List<AutoCloseable> left = new ArrayList<>();
            try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs))) {
                Pair pair = pair();
                Pair full = pair();
                Listener listener = Net.listen("127.0.0.1:0");
                left.add(full);
                left.add(listener);
                runtime.go(() -> {
                    try (pair) {
                        pair.client().read(new byte[1]);
                    } finally {
                        finallies.incrementAndGet();
                    }
                });
                runtime.go(() -> {
                    try (listener) {
                        listener.accept();
                    } finally {
                        finallies.incrementAndGet();
                    }
                });
                runtime.go(() -> {
                    try {
                        Sockets.fill(full.server());
                        full.server().write(bytes(1 << 24, 1));
                    } finally {
                        finallies.incrementAndGet();
                    }
                });
                Sockets.awaitIoWaits(3);
            }
            assertEquals(3, finallies.get());
            for (AutoCloseable each : left) {
                each.close();
            }
            Await.until(() -> !Sockets.hasThread());
        }
    }

    /**
     * When the last wait is over, the thread is in its selector, for a second or for as long as it takes; and no
     * runtime ends.
     */
    @ParameterizedTest
    @ValueSource(ints = {50, 1_500})
    void nobodyWaitsAnyMore_theThreadEnds(int millis) throws Exception {
        Await.until(() -> !Sockets.hasThread());
        try (Listener listener = Net.listen("127.0.0.1:0");
                Conn client = Net.dial(listener.addressText())) {
            client.setReadDeadline(Duration.ofMillis(millis));
            assertThrows(NetException.Timeout.class, () -> client.read(new byte[1]));
            Await.until(() -> !Sockets.hasThread());
        }
    }

    @Test
    void waitingForTheNetwork_isNoDeadlock() {
        ScheduledExecutorService unseen = Executors.newSingleThreadScheduledExecutor(
                task -> Thread.ofPlatform().name("waits for a time").daemon().unstarted(task));
        try {
            unseen.submit(() -> {}).get(); // the thread is there, a daemon of a pool: the check takes it for idle
            Runtimes.run(2, () -> {
                try (TcpListener listener = Net.listen("127.0.0.1:0")) {
                    var address = listener.address();
                    unseen.schedule(
                            () -> {
                                new java.net.Socket(address.getAddress(), address.getPort()).close();
                                return null;
                            },
                            500,
                            TimeUnit.MILLISECONDS);
                    listener.accept().close();
                }
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            unseen.shutdownNow();
        }
    }

    @Test
    void foreignThreads_useItLikeGoroutines() throws Exception {
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            Thread server = Thread.ofPlatform().start(() -> {
                try {
                    Sockets.echo(listener.accept());
                } catch (NetException e) {
                    throw new AssertionError(e);
                }
            });
            try (Conn client = Net.dial(listener.addressText())) {
                for (int i = 0; i < 100; i++) {
                    client.write(bytes(10, i));
                    assertArrayEquals(bytes(10, i), readFully(client, 10));
                }
            }
            server.join();
        }
    }

    @Test
    void connection_ofSeveralRuntimes() {
        Runtimes.run(2, () -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                try (GoRuntime other = new GoRuntime(Runtimes.withProcs(1))) {
                    other.go(() -> Sockets.echo(listener.accept()));
                    try (Conn client = Net.dial(listener.addressText())) {
                        for (int i = 0; i < 200; i++) {
                            client.write(bytes(10, i));
                            assertArrayEquals(bytes(10, i), readFully(client, 10));
                        }
                    }
                }
            }
        });
    }

    /** The hog computes, or on one P yields: no M ever runs out of work. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void hog_doesNotKeepOthersFromTheNetwork(int procs) {
        Runtimes.run(procs, () -> {
            try (Pair pair = pair()) {
                AtomicBoolean over = new AtomicBoolean();
                Go.go(() -> {
                    while (!over.get()) {
                        if (procs == 1) {
                            Go.gosched();
                        } else {
                            Thread.onSpinWait();
                        }
                    }
                });
                WaitGroup echo = new WaitGroup();
                echo.go(() -> Sockets.echo(pair.server()));
                for (int i = 0; i < 300; i++) {
                    pair.client().write(bytes(1, i));
                    assertArrayEquals(bytes(1, i), readFully(pair.client(), 1));
                }
                pair.client().closeWrite();
                echo.await();
                over.set(true);
            }
        });
    }
}
