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
import dev.runnel.Runtimes;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.net.Sockets.Pair;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contexts and interrupts end waits for the network, and nothing is lost. */
class CancelledTest {

    private interface Wait {
        void run(Context context) throws Exception;
    }

    private static void assertCancelled(Wait wait) throws Exception {
        try (CancelContext before = Context.withCancel(Context.background())) {
            before.cancel();
            assertThrows(CancelledException.class, () -> wait.run(before));
        }
        try (CancelContext context = Context.withCancel(Context.background())) {
            Chan<Throwable> thrown = Go.chan(1);
            Go.go(() -> {
                try {
                    wait.run(context);
                    thrown.close();
                } catch (CancelledException e) {
                    thrown.send(e);
                }
            });
            Sockets.awaitIoWaits(1);
            context.cancel();
            assertTrue(thrown.recv().isDefined());
        }
        try (CancelContext soon = Context.withTimeout(Context.background(), Duration.ofMillis(20))) {
            assertTrue(
                    assertThrows(CancelledException.class, () -> wait.run(soon)).isTimeout());
        }
        AtomicReference<Thread> thread = new AtomicReference<>();
        Chan<Throwable> thrown = Go.chan(1);
        Go.go(() -> {
            thread.set(Thread.currentThread());
            try {
                wait.run(Context.background());
                thrown.close();
            } catch (InterruptedException e) {
                thrown.send(e);
            }
        });
        Sockets.awaitIoWaits(1);
        thread.get().interrupt();
        assertTrue(thrown.recv().isDefined());
    }

    @Test
    void read_isCancelled_andTheNextLosesNothing() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                assertCancelled(context -> pair.client().read(ByteBuffer.allocate(4), context));
                pair.server().write(bytes(4, 4));
                assertArrayEquals(bytes(4, 4), readFully(pair.client(), 4));
            }
        });
    }

    @Test
    void read_waitsForItsTurn_isCancelled() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Go.go(() -> assertEquals(1, pair.client().read(new byte[1])));
                Sockets.awaitIoWaits(1);
                try (CancelContext soon = Context.withTimeout(Context.background(), Duration.ofMillis(20))) {
                    assertThrows(CancelledException.class, () -> pair.client().read(ByteBuffer.allocate(1), soon));
                }
                pair.server().write(bytes(2, 1));
                assertEquals(1, pair.client().read(new byte[1]));
            }
        });
    }

    @Test
    void write_isCancelled() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Sockets.fill(pair.client());
                assertCancelled(context -> pair.client().write(ByteBuffer.allocate(1 << 24), context));
            }
        });
    }

    @Test
    void accept_isCancelled() {
        Runtimes.runOnAll(() -> {
            try (TcpListener listener = Net.listen("127.0.0.1:0")) {
                assertCancelled(context -> listener.accept(context));
                Conn client = Net.dial(listener.addressText());
                listener.accept().close();
                client.close();
            }
        });
    }

    @Test
    void dial_isCancelled() {
        Runtimes.run(2, () -> {
            try (TcpListener full = full()) {
                assertCancelled(context -> Net.dial(full.address(), context));
            }
        });
    }

    /** None of several addresses takes all the time that the context has. */
    @Test
    void dial_sharesTheTimeOfTheContext() {
        Runtimes.run(2, () -> {
            try (TcpListener full = full();
                    TcpListener answers = Net.listen("127.0.0.1:0");
                    CancelContext context = Context.withTimeout(Context.background(), Duration.ofSeconds(6))) {
                InetSocketAddress[] addresses = {full.address(), answers.address()};
                try (Conn conn = Net.dial(addresses, context)) {
                    assertEquals(answers.address(), conn.remoteAddress());
                }
            }
        });
    }

    /** However the time is shared, it is the context that says that it is over. */
    @Test
    void dial_ofSeveral_endsWithTheContext() {
        Runtimes.run(2, () -> {
            try (TcpListener full = full();
                    CancelContext soon = Context.withTimeout(Context.background(), Duration.ofMillis(20))) {
                InetSocketAddress[] addresses = {full.address(), full.address()};
                CancelledException thrown = assertThrows(CancelledException.class, () -> Net.dial(addresses, soon));
                assertTrue(thrown.isTimeout());
            }
        });
    }

    /** By the time of day the context's time is over, but the clock that ends it may be a different one. */
    @Test
    void dial_goesOnWhileTheContextDoes() throws Exception {
        try (TcpListener answers = Net.listen("127.0.0.1:0")) {
            InetSocketAddress[] addresses = {answers.address(), nobodyAt()};
            Dial dial = new Dial<>(Network.TCP, addresses, Deadlines.in(Duration.ofSeconds(-1)), false);
            try (Conn conn = dial.run(Patience.until(Context.background()))) {
                assertEquals(answers.address(), conn.remoteAddress());
            }
        }
    }

    /** Of several addresses, the first one's failure is reported, with those of the others. */
    @Test
    void dial_ofSeveral_nobodyListens_isRefusedByTheFirst() {
        Runtimes.run(2, () -> {
            InetSocketAddress[] addresses = {nobodyAt(), nobodyAt(), nobodyAt()};
            NetException refused =
                    assertThrows(NetException.Refused.class, () -> Net.dial(addresses, Context.background()));
            assertEquals(Address.show(addresses[0]), refused.address());
            assertEquals(
                    List.of(Address.show(addresses[1]), Address.show(addresses[2])),
                    Stream.of(refused.getSuppressed())
                            .map(other -> ((NetException) other).address())
                            .toList());
        });
    }

    private static InetSocketAddress nobodyAt() throws NetException {
        try (TcpListener listener = Net.listen("127.0.0.1:0")) {
            return listener.address();
        }
    }

    /** A listener that lets nobody in. */
    private static TcpListener full() throws Exception {
        TcpListener listener = Net.listen("127.0.0.1:0", 1);
        int inARow = 0;
        for (int i = 0; i < 100; i++) {
            try {
                Net.dial(listener.addressText(), Duration.ofMillis(200));
                inARow = 0;
            } catch (NetException.Timeout e) { // or the machine stood still
                if (++inARow == 3) {
                    return listener;
                }
            }
        }
        throw new AssertionError("the backlog takes more than 100");
    }

    @Test
    void cancelledBeforeTheDial_nothingIsDialled() throws NetException {
        try (TcpListener listener = Net.listen("127.0.0.1:0");
                CancelContext context = Context.withCancel(Context.background())) {
            context.cancel();
            assertThrows(CancelledException.class, () -> Net.dial(listener.addressText(), context));
            assertThrows(CancelledException.class, () -> Net.dial(listener.address(), context));
            try (TcpConn first = Net.dial(listener.addressText());
                    TcpConn server = listener.accept()) {
                assertEquals(first.localAddress(), server.remoteAddress());
            }
        }
    }

    @Test
    void timeIsOverBeforeTheDial_nothingIsDialled() throws NetException {
        try (TcpListener listener = Net.listen("127.0.0.1:0")) {
            assertThrows(NetException.Timeout.class, () -> Net.dial(listener.addressText(), Duration.ZERO));
            assertThrows(NetException.Timeout.class, () -> Net.dial(listener.address(), Duration.ofSeconds(-1)));
            try (TcpConn first = Net.dial(listener.addressText());
                    TcpConn server = listener.accept()) {
                assertEquals(first.localAddress(), server.remoteAddress());
            }
        }
    }

    @Test
    void interruptBeforeTheDial_nothingIsDialled() throws NetException {
        try (TcpListener listener = Net.listen("localhost:0")) {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> Net.dial(listener.addressText(), Context.background()));
            assertFalse(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> Net.dial(listener.address(), Context.background()));
            try (TcpConn first = Net.dial(listener.addressText());
                    TcpConn server = listener.accept()) {
                assertEquals(first.localAddress(), server.remoteAddress());
            }
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void interrupt_endsNoPlainRead() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                AtomicReference<Thread> thread = new AtomicReference<>();
                Chan<Boolean> interrupted = Go.chan();
                Go.go(() -> {
                    thread.set(Thread.currentThread());
                    assertEquals(1, pair.client().read(new byte[1]));
                    interrupted.send(Thread.interrupted());
                });
                Sockets.awaitIoWaits(1);
                thread.get().interrupt();
                pair.server().write(bytes(1, 1));
                assertTrue(interrupted.recv().get());
            }
        });
    }

    @Test
    void foreignThread_isInterrupted() throws Exception {
        try (Pair pair = pair()) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread thread = Thread.ofPlatform().start(() -> {
                try {
                    pair.client().read(ByteBuffer.allocate(1), Context.background());
                } catch (Exception e) {
                    thrown.set(e);
                }
            });
            Await.until(() -> thread.getState() == Thread.State.WAITING);
            thread.interrupt();
            thread.join();
            assertEquals(InterruptedException.class, thrown.get().getClass());
        }
    }
}
