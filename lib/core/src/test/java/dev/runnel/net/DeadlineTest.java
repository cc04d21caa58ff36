package dev.runnel.net;

import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.pair;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.net.Sockets.Pair;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.WaitGroup;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Deadlines of reads, writes and accepts: past, to come, and moved while somebody waits. */
class DeadlineTest {

    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LATE = Duration.ofHours(1);

    /** What one goroutine does while another waits for the network. */
    private static Throwable thrownBy(Body waits, Body meanwhile) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        WaitGroup done = new WaitGroup();
        done.go(() -> {
            try {
                waits.run();
            } catch (NetException e) {
                thrown.set(e);
            }
        });
        Sockets.awaitIoWaits(1);
        meanwhile.run();
        done.await();
        return thrown.get();
    }

    /** Further back than the clock counts, such as the first moment of Go's clock. */
    @Test
    void longPast_failsAtOnce() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                for (Instant when : List.of(Instant.MIN, Instant.parse("0001-01-01T00:00:00Z"))) {
                    pair.client().setReadDeadline(when);
                    assertThrows(NetException.Timeout.class, () -> pair.client().read(new byte[1]));
                }
                pair.client().setReadDeadline(Duration.ofSeconds(Long.MIN_VALUE));
                assertThrows(NetException.Timeout.class, () -> pair.client().read(new byte[1]));
            }
        });
    }

    @Test
    void past_failsAtOnce_whateverThereIs() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                pair.server().write(bytes(3, 7));
                pair.client().setReadDeadline(Duration.ZERO);
                assertThrows(NetException.Timeout.class, () -> pair.client().read(new byte[3]));
                pair.client().setReadDeadline(Go.now().minusSeconds(1));
                assertThrows(NetException.Timeout.class, () -> pair.client().read(new byte[3]));
                pair.client().setReadDeadline(Instant.MAX);
                assertArrayEquals(bytes(3, 7), readFully(pair.client(), 3));
                pair.client().setWriteDeadline(Go.now().minusSeconds(1));
                assertThrows(NetException.Timeout.class, () -> pair.client().write(bytes(1, 1)));
                assertThrows(NetException.Timeout.class, () -> pair.client().write(bytes(0, 1)));
                pair.client().setWriteDeadline(Instant.MAX);
                pair.client().setDeadline(Duration.ofSeconds(-1));
                NetException timeout = assertThrows(
                        NetException.Timeout.class, () -> pair.client().write(bytes(1, 1)));
                assertTrue(timeout.getMessage().endsWith(": i/o timeout"), timeout.getMessage());
                assertThrows(NetException.Timeout.class, () -> pair.client().read(new byte[1]));
                pair.client().clearDeadline();
                pair.client().write(bytes(1, 1));
                assertArrayEquals(bytes(1, 1), readFully(pair.server(), 1));
            }
        });
    }

    @Test
    void read_timesOut_andTheNextOneLosesNothing() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                pair.client().setReadDeadline(SOON);
                NetException timeout = assertThrows(
                        NetException.Timeout.class, () -> pair.client().read(new byte[10]));
                assertEquals("read", timeout.op());
                pair.client().clearDeadline();
                pair.server().write(bytes(10, 3));
                assertArrayEquals(bytes(10, 3), readFully(pair.client(), 10));
            }
        });
    }

    @Test
    void read_thatMayTimeOutAtAnyMoment_losesNothing() {
        Runtimes.run(2, () -> {
            try (Pair pair = pair()) {
                int size = 2000;
                Go.go(() -> {
                    for (int i = 0; i < size; i++) {
                        pair.server().write(bytes(1, i));
                        Go.gosched();
                    }
                });
                ByteBuffer all = ByteBuffer.allocate(size);
                for (int turn = 0; all.hasRemaining(); turn++) {
                    pair.client().setReadDeadline(Duration.ofNanos(turn % 100 * 1_000L));
                    try {
                        pair.client().read(all);
                    } catch (NetException.Timeout e) {
                        continue; // tries again
                    }
                }
                for (int i = 0; i < size; i++) {
                    assertEquals((byte) i, all.get(i));
                }
            }
        });
    }

    @Test
    void read_waits_deadlineMovedToThePast_fails() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                pair.client().setReadDeadline(LATE);
                Throwable thrown = thrownBy(
                        () -> pair.client().read(new byte[1]),
                        () -> pair.client().setReadDeadline(Duration.ZERO));
                assertEquals(NetException.Timeout.class, thrown.getClass());
            }
        });
    }

    @Test
    void read_waits_deadlineSetThen_timesOut() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Throwable thrown = thrownBy(
                        () -> pair.client().read(new byte[1]),
                        () -> pair.client().setReadDeadline(SOON));
                assertEquals(NetException.Timeout.class, thrown.getClass());
            }
        });
    }

    @Test
    void read_waits_deadlineMovedAway_goesOnWaiting() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                byte[] one = new byte[1];
                Throwable thrown = thrownBy(() -> pair.client().read(one), () -> {
                    Instant first = Go.now().plusMillis(100);
                    pair.client().setReadDeadline(first);
                    pair.client().setReadDeadline(LATE);
                    Go.after(Duration.between(Go.now(), first.plusMillis(1))).recv();
                    pair.server().write(bytes(1, 9));
                });
                if (thrown != null) { // slow machine: the time was over before the move
                    assertEquals(NetException.Timeout.class, thrown.getClass());
                } else {
                    assertEquals(9, one[0]);
                }
            }
        });
    }

    @Test
    void write_timesOut_andSaysHowMuchHasGone() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                ByteBuffer much = ByteBuffer.allocate(1 << 26);
                for (int i = 0; i < much.capacity(); i += 4) {
                    much.putInt(i, i);
                }
                WaitGroup writer = new WaitGroup();
                writer.go(() -> assertThrows(
                        NetException.Timeout.class, () -> pair.client().write(much)));
                Sockets.awaitIoWaits(1); // there is no more room
                pair.client().setWriteDeadline(Duration.ZERO);
                writer.await();
                int gone = much.position();
                assertTrue(gone > 0 && much.hasRemaining(), much.toString());
                pair.client().clearDeadline();
                Go.go(() -> {
                    much.limit(gone + 100_000);
                    pair.client().write(much);
                    pair.client().closeWrite();
                });
                byte[] got = pair.server().input().readAllBytes();
                assertEquals(gone + 100_000, got.length);
                ByteBuffer view = ByteBuffer.wrap(got);
                for (int i = 0; i + 4 <= got.length; i += 4) {
                    assertEquals(i, view.getInt(i));
                }
            }
        });
    }

    @Test
    void write_waits_deadlineMovedToThePast_fails() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Sockets.fill(pair.client());
                Throwable thrown = thrownBy(
                        () -> pair.client().write(bytes(1 << 24, 1)),
                        () -> pair.client().setDeadline(Duration.ZERO));
                assertEquals(NetException.Timeout.class, thrown.getClass());
            }
        });
    }

    @Test
    void readDeadline_leavesWritesAlone() {
        Runtimes.run(2, () -> {
            try (Pair pair = pair()) {
                pair.client().setReadDeadline(Duration.ZERO);
                pair.client().write(bytes(2, 2));
                assertArrayEquals(bytes(2, 2), readFully(pair.server(), 2));
                pair.server().setWriteDeadline(Duration.ZERO);
                pair.client().write(bytes(2, 3));
                assertArrayEquals(bytes(2, 3), readFully(pair.server(), 2));
            }
        });
    }

    @Test
    void accept_timesOut() {
        Runtimes.runOnAll(() -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                listener.setDeadline(SOON);
                NetException timeout = assertThrows(NetException.Timeout.class, listener::accept);
                assertEquals("accept", timeout.op());
                listener.setDeadline(Instant.MAX);
                Throwable thrown = thrownBy(listener::accept, () -> listener.setDeadline(Duration.ZERO));
                assertEquals(NetException.Timeout.class, thrown.getClass());
                try (Conn client = Net.dial(listener.addressText())) {
                    assertThrows(NetException.Timeout.class, listener::accept); // even if somebody has dialled
                    listener.setDeadline(LATE);
                    try (Conn server = listener.accept()) {
                        assertEquals(client.localAddress(), server.remoteAddress());
                    }
                }
            }
        });
    }

    @Test
    void dial_withNoTime_timesOut() {
        Runtimes.run(2, () -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                NetException timeout =
                        assertThrows(NetException.Timeout.class, () -> Net.dial(listener.addressText(), Duration.ZERO));
                assertEquals("dial", timeout.op());
                Net.dial(listener.addressText(), LATE).close();
            }
        });
    }

    @Test
    void dial_toAFullBacklog_timesOut() {
        Runtimes.run(2, () -> {
            try (Listener listener = Net.listen("127.0.0.1:0", 1)) {
                NetException timeout = assertThrows(NetException.Timeout.class, () -> {
                    for (int i = 0; i < 100; i++) {
                        Net.dial(listener.addressText(), Duration.ofMillis(200)); // left open: nobody accepts them
                    }
                });
                assertEquals(Address.show(listener.address()), timeout.address());
            }
        });
    }
}
