package dev.runnel.net;

import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.scheduler.Current;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * How the time for a connection is shared among the addresses to be tried, and that it ends nothing but the dial; and
 * what is done if the system gives no socket, or a useless one.
 */
class DialTest {

    private static final long NOW = 7;
    private static final long SECOND = 1_000_000_000;

    private static Dial<?> dial(long deadline, boolean endsThere) {
        return new Dial<>(Network.TCP, new InetSocketAddress[] {}, deadline, endsThere);
    }

    @Test
    void share_isAnEqualPart_butTwoSeconds_andNoMoreThanThereIs() {
        for (boolean endsThere : new boolean[] {true, false}) {
            Dial<?> dial = dial(NOW + 30 * SECOND, endsThere);
            assertEquals(NOW + 10 * SECOND, dial.share(3, NOW));
            assertEquals(NOW + 2 * SECOND, dial.share(100, NOW));
            assertEquals(NOW + 30 * SECOND, dial.share(3, NOW + 29 * SECOND));
        }
    }

    @Test
    void shareOfTheLast_isAllThatIsLeft() {
        assertEquals(NOW + 30 * SECOND, dial(NOW + 30 * SECOND, true).share(1, NOW));
        assertEquals(Strand.NO_DEADLINE, dial(NOW + 30 * SECOND, false).share(1, NOW), "something else ends it");
        assertEquals(Strand.NO_DEADLINE, dial(Strand.NO_DEADLINE, true).share(1, NOW));
        assertEquals(Strand.NO_DEADLINE, dial(Strand.NO_DEADLINE, true).share(3, NOW));
    }

    @Test
    void share_noTimeIsLeft_isOver_unlessSomethingElseEndsIt() {
        for (int left = 1; left <= 3; left++) {
            assertEquals(NOW - 1, dial(NOW - 1, true).share(left, NOW));
            assertEquals(NOW, dial(NOW, true).share(left, NOW));
            assertEquals(Strand.NO_DEADLINE, dial(NOW - 1, false).share(left, NOW));
            assertEquals(Strand.NO_DEADLINE, dial(NOW, false).share(left, NOW));
        }
    }

    /** Each would only say once more that there is no time left. */
    @Test
    void noTimeIsLeft_theOthersAreNotTried() throws NetException {
        try (TcpListener listener = Net.listen("127.0.0.1:0")) {
            InetSocketAddress[] addresses = {listener.address(), listener.address()};
            Dial<?> dial = new Dial<>(Network.TCP, addresses, Current.now(), true);
            NetException timeout = assertThrows(NetException.Timeout.class, () -> dial.run(Patience.PLAIN));
            assertEquals(0, timeout.getSuppressed().length);
        }
    }

    /** The time is for the dial, and not for what is written later. */
    @Test
    void timeOfTheDialIsOver_theConnectionHasNoDeadline() {
        Runtimes.run(2, () -> {
            for (long millis = 20; ; millis *= 2) { // until that is enough for this machine
                Duration time = Duration.ofMillis(millis);
                try (TcpListener listener = Net.listen("127.0.0.1:0");
                        TcpConn client = Net.dial(listener.address(), time);
                        TcpConn server = listener.accept()) {
                    long over = Deadlines.in(time);
                    Await.until(() -> Current.now() - over >= 0);
                    client.write(bytes(3, 1));
                    assertArrayEquals(bytes(3, 1), readFully(server, 3));
                    server.write(bytes(3, 2));
                    assertArrayEquals(bytes(3, 2), readFully(client, 3));
                    return;
                } catch (NetException.Timeout e) {
                    assertEquals("dial", e.op(), e::toString);
                }
            }
        });
    }

    private static NetException failure(StubNetwork network, InetSocketAddress address) {
        InetSocketAddress[] addresses = {address};
        Dial<?> dial = new Dial<>(network, addresses, Strand.NO_DEADLINE, true);
        return assertThrows(NetException.class, () -> dial.run(Patience.PLAIN));
    }

    /** This may happen where nobody listens, if the system has given that port to the caller. */
    @Test
    void whoMeetsItself_hasMetNobody() {
        Runtimes.run(2, () -> {
            SocketChannel channel = SocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
            InetSocketAddress own = (InetSocketAddress) channel.getLocalAddress();
            StubNetwork network = new StubNetwork();
            network.opening = () -> channel;
            assertInstanceOf(NetException.Refused.class, failure(network, own));
            Await.until(() -> !channel.isOpen());
        });
    }

    /** There may be no descriptors left, say, or no sockets of that kind. */
    @Test
    void systemWithoutASocket_isTold() {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", 1);
        StubNetwork network = new StubNetwork();
        network.opening = () -> {
            throw new IOException("Too many open files");
        };
        assertEquals(
                "dial tcp 127.0.0.1:1: Too many open files",
                failure(network, address).getMessage());
        network.opening = () -> {
            throw new UnsupportedOperationException("planted");
        };
        assertEquals(
                "dial tcp 127.0.0.1:1: address family not supported",
                failure(network, address).getMessage());
    }

    @Test
    void socketThatCannotListen_isClosed() throws IOException {
        StubNetwork network = new StubNetwork();
        try (TcpListener there = Net.listen("127.0.0.1:0");
                ServerSocketChannel channel = ServerSocketChannel.open()) {
            network.openingServer = () -> channel;
            NetException inUse = assertThrows(NetException.class, () -> network.listen(there.address(), 1));
            assertEquals(there.addressText(), inUse.address());
            assertFalse(channel.isOpen());
        }
        network.openingServer = () -> {
            throw new IOException("Too many open files");
        };
        assertEquals(
                "listen tcp 127.0.0.1:1: Too many open files",
                assertThrows(NetException.class, () -> network.listen(new InetSocketAddress("127.0.0.1", 1), 1))
                        .getMessage());
    }
}
