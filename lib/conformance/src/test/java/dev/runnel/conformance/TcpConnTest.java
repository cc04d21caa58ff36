package dev.runnel.conformance;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.net.Conn;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.TcpConn;
import dev.runnel.net.TcpListener;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Go's tests of connections over the network, and of their deadlines. No schedules: the network is no part of them. */
class TcpConnTest {

    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    private static final Duration MOMENT = Duration.ofMillis(1);

    /** An assertion about two ends. */
    @FunctionalInterface
    private interface Assertion {
        void of(TcpConn a, TcpConn b) throws Exception;
    }

    private static void connected(Assertion assertion) throws Exception {
        try (TcpListener listener = Net.listen("127.0.0.1:0");
                TcpConn a = Net.dial(listener.addressText());
                TcpConn b = listener.accept()) {
            assertion.of(a, b);
        }
    }

    // ---------------------------------------------------------------- deadlines

    @GoTest(value = "net TestDialTimeoutMaxDuration", schedules = 0)
    void timesBeyondTheClock_neverCome() throws Exception {
        try (TcpListener listener = Net.listen("127.0.0.1:0")) {
            listener.setDeadline(LONGEST);
            try (TcpConn a = Net.dial(listener.addressText(), LONGEST);
                    TcpConn b = listener.accept()) {
                for (Conn conn : new Conn[] {a, b}) {
                    conn.setDeadline(LONGEST);
                    conn.setReadDeadline(Instant.MAX.minusNanos(1));
                }
                a.write(new byte[1]);
                assertEquals(1, b.read(new byte[1]));
            }
        }
    }

    /** The wait lasts until the close. */
    private static void waitsOn(Body waits, Body close) throws Exception {
        AtomicReference<NetException> thrown = new AtomicReference<>();
        GoHandle waiter = Waiting.start(() -> thrown.set(assertThrows(NetException.Closed.class, waits::run)));
        Waiting.forReason(waiter, "IO wait");
        Go.sleep(MOMENT);
        assertEquals(null, thrown.get());
        assertFalse(waiter.hasEnded());
        close.run();
        waiter.join();
    }

    @GoTest(
            value = "net TestAcceptTimeoutMustNotReturn, TestReadTimeoutMustNotReturn, TestWriteTimeoutMustNotReturn",
            schedules = 0)
    void deadlineThatWasTakenBack_endsNoWait() throws Exception {
        TcpListener listener = Net.listen("127.0.0.1:0");
        listener.setDeadline(Instant.EPOCH);
        listener.setDeadline(Instant.MAX);
        waitsOn(listener::accept, listener::close);
        connected((a, b) -> {
            a.setDeadline(Instant.EPOCH);
            a.setReadDeadline(Instant.MAX);
            waitsOn(() -> a.read(new byte[1]), a::close);
        });
        connected((a, b) -> {
            a.setDeadline(Instant.EPOCH);
            a.setWriteDeadline(Instant.MAX);
            waitsOn(
                    () -> {
                        while (true) {
                            a.write(new byte[1024]);
                        }
                    },
                    a::close);
        });
    }

    /** Each of them comes, and not before its time. */
    @GoTest(
            value = "net TestVariousDeadlines, TestVariousDeadlines1Proc, TestVariousDeadlines4Proc,"
                    + " TestReadTimeoutFluctuation",
            schedules = 0)
    void deadlines_ofAllLengths_come() throws Exception {
        connected((a, b) -> {
            for (long nanos :
                    new long[] {1, 2, 50, 200, 750, 1_000, 5_000, 25_000, 250_000, 500_000, 1_000_000, 5_000_000}) {
                for (int i = 0; i < 3; i++) {
                    long begin = Current.now();
                    a.setReadDeadline(Duration.ofNanos(nanos));
                    assertThrows(NetException.Timeout.class, () -> a.read(new byte[1]));
                    assertTrue(Current.now() - begin >= nanos);
                }
            }
            b.write(new byte[1]);
            a.clearDeadline();
            assertEquals(1, a.read(new byte[1]));
        });
    }

    /** The reader and the writer put it off before each read and each write. */
    @GoTest(value = "net TestReadWriteProlongedTimeout", schedules = 0)
    void deadlineThatIsPutOff_doesNotCome() throws Exception {
        int n = 500;
        Duration late = Duration.ofHours(1);
        connected((a, b) -> {
            GoHandle reader = go(() -> {
                for (int i = 0; i < n; i++) {
                    b.setReadDeadline(late);
                    assertEquals(1, b.read(new byte[1]));
                }
            });
            GoHandle writer = go(() -> {
                for (int i = 0; i < n; i++) {
                    b.setWriteDeadline(late);
                    b.write(new byte[1]);
                }
            });
            for (int i = 0; i < n; i++) {
                a.write(new byte[1]);
                assertEquals(1, a.read(new byte[1]));
            }
            reader.join();
            writer.join();
        });
    }

    @GoTest(value = "net TestReadWriteDeadlineRace", schedules = 0)
    void deadlinesThatComeAllTheTime_doNoHarm() throws Exception {
        int n = 200;
        Duration soon = Duration.ofNanos(2_000);
        connected((a, b) -> {
            AtomicInteger written = new AtomicInteger();
            WaitGroup all = new WaitGroup();
            all.go(() -> {
                Ticker ticker = new Ticker(soon);
                for (int i = 0; i < n; i++) {
                    a.setReadDeadline(soon);
                    a.setWriteDeadline(soon);
                    ticker.c().recv();
                }
                ticker.stop();
            });
            all.go(() -> {
                for (int i = 0; i < n; i++) {
                    assertThrows(NetException.Timeout.class, () -> a.read(new byte[1]));
                }
            });
            all.go(() -> {
                for (int i = 0; i < n; i++) {
                    try {
                        a.write(new byte[1]);
                        written.incrementAndGet();
                    } catch (NetException.Timeout e) {
                        Go.gosched();
                    }
                }
            });
            all.await();
            a.clearDeadline();
            a.closeWrite();
            assertEquals(written.get(), b.input().readAllBytes().length);
            b.write(new byte[1]);
            assertEquals(1, a.read(new byte[1]));
        });
    }

    /** Several goroutines set earlier and earlier deadlines, all in the far future. */
    @GoTest(value = "net TestConcurrentSetDeadline", schedules = 0)
    void deadlinesOfManyConnections_areMovedByMany() throws Exception {
        Instant now = Go.now();
        connected((a, b) -> connected((c, d) -> connected((e, f) -> {
            Conn[] conns = {a, b, c, d, e, f};
            WaitGroup all = new WaitGroup();
            for (int i = 0; i < 8; i++) {
                int mover = i;
                all.go(() -> {
                    for (int j = 50; j > 0; j--) {
                        for (int k = 0; k < conns.length; k++) {
                            long more = (long) mover * j * k;
                            conns[k].setReadDeadline(now.plusSeconds(7_200 + more));
                            conns[k].setWriteDeadline(now.plusSeconds(3_600 + more));
                        }
                    }
                });
            }
            all.await();
            for (int k = 0; k < conns.length; k += 2) {
                conns[k].write(new byte[1]);
                assertEquals(1, conns[k + 1].read(new byte[1]));
            }
        })));
    }

    // ---------------------------------------------------------------- listeners

    @GoTest(value = "net TestTCPConcurrentAccept", schedules = 0)
    void manyWhoAccept_getEachConnectionOnce() throws Exception {
        int dials = 50;
        List<Integer> dialled = new ArrayList<>();
        List<Integer> accepted = new ArrayList<>();
        Mutex lock = new Mutex();
        TcpListener listener = Net.listen("127.0.0.1:0");
        WaitGroup acceptors = new WaitGroup();
        for (int i = 0; i < 10; i++) {
            acceptors.go(() -> assertThrows(NetException.Closed.class, () -> {
                while (true) {
                    try (TcpConn conn = listener.accept()) {
                        lock.locked(() -> accepted.add(conn.remoteAddress().getPort()));
                    }
                }
            }));
        }
        for (int i = 0; i < dials; i++) {
            try (TcpConn conn = Net.dial(listener.addressText())) {
                dialled.add(conn.localAddress().getPort());
                assertEquals(-1, conn.read(new byte[1]));
            }
        }
        listener.close();
        acceptors.await();
        Collections.sort(dialled);
        Collections.sort(accepted);
        assertEquals(dialled, accepted);
    }

    /** A connection that was dialled before the close is not accepted after it. */
    @GoTest(value = "net TestTCPListenAfterClose, TestClosingListener, TestListenerClose", schedules = 0)
    void listenerThatIsClosed_acceptsNobody_andItsPortIsFree() throws Exception {
        TcpListener listener = Net.listen("127.0.0.1:0");
        String address = listener.addressText();
        try (TcpConn first = Net.dial(address);
                TcpConn second = Net.dial(address)) {
            assertEquals(first.remoteAddress(), second.remoteAddress());
            listener.accept().close();
            listener.close();
            assertThrows(NetException.Closed.class, listener::accept);
            assertEquals(-1, first.read(new byte[1]));
            assertFalse(listener.isOpen());
        }
        Net.listen(address).close();
    }
}
