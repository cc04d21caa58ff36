package dev.runnel.net;

import static dev.runnel.net.Sockets.bytes;
import static dev.runnel.net.Sockets.pair;
import static dev.runnel.net.Sockets.readFully;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.net.Sockets.Pair;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.WaitGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How connections and listeners end: by this side or the other, in one direction or both, in order or not. */
class EndTest {

    /** Starts a goroutine that waits, and gives what it will throw. */
    private static Chan<Throwable> waiting(Body body) {
        Chan<Throwable> thrown = Go.chan(1);
        Go.go(() -> {
            try {
                body.run();
                thrown.close();
            } catch (NetException e) {
                thrown.send(e);
            }
        });
        Sockets.awaitIoWaits(1);
        return thrown;
    }

    private static void assertClosed(String op, Throwable thrown) {
        assertEquals(NetException.Closed.class, thrown.getClass(), () -> String.valueOf(thrown));
        assertEquals(op, ((NetException) thrown).op());
        assertTrue(thrown.getMessage().endsWith(": use of closed network connection"), thrown.getMessage());
    }

    @Test
    void close_endsAReadThatWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Chan<Throwable> thrown = waiting(() -> pair.client().read(new byte[1]));
                pair.client().close();
                assertClosed("read", thrown.recv().get());
                assertFalse(pair.client().isOpen());
            }
        });
    }

    @Test
    void close_endsAWriteThatWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Sockets.fill(pair.client());
                Chan<Throwable> thrown = waiting(() -> pair.client().write(bytes(1 << 24, 1)));
                pair.client().close();
                assertClosed("write", thrown.recv().get());
            }
        });
    }

    /** This holds for whoever closes, also while another goroutine is closing it. */
    @Test
    void close_byTwo_thePortIsFreeForEither() {
        Runtimes.run(2, () -> {
            for (int round = 0; round < 300; round++) {
                Listener listener = Net.listen("127.0.0.1:0");
                Chan<Throwable> thrown = waiting(listener::accept);
                WaitGroup others = new WaitGroup();
                others.go(listener::close);
                Go.gosched();
                listener.close();
                Net.listen(listener.addressText()).close();
                others.await();
                assertClosed("accept", thrown.recv().get());
            }
        });
    }

    @Test
    void close_endsAnAcceptThatWaits_andThePortIsFree() {
        Runtimes.runOnAll(() -> {
            Listener listener = Net.listen("127.0.0.1:0");
            Chan<Throwable> thrown = waiting(listener::accept);
            listener.close();
            assertThrows(NetException.Refused.class, () -> Net.dial(listener.addressText()));
            Net.listen(listener.addressText()).close();
            assertClosed("accept", thrown.recv().get());
        });
    }

    @Test
    void close_endsAllWhoWait_alsoForTheirTurn() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Chan<Throwable> first = waiting(() -> pair.client().read(new byte[1]));
                Chan<Throwable> second = waiting(() -> pair.client().read(new byte[1]));
                pair.client().close();
                assertClosed("read", first.recv().get());
                assertClosed("read", second.recv().get());
            }
        });
    }

    @Test
    void closed_nothingWorksAndAnotherCloseDoesNothing() {
        Runtimes.run(2, () -> {
            try (Pair pair = pair();
                    Listener listener = Net.listen("127.0.0.1:0")) {
                TcpConn conn = pair.client();
                conn.close();
                conn.close();
                assertClosed("read", assertThrows(NetException.class, () -> conn.read(new byte[1])));
                assertClosed("write", assertThrows(NetException.class, () -> conn.write(bytes(1, 1))));
                assertClosed("set", assertThrows(NetException.class, () -> conn.setReadDeadline(Duration.ZERO)));
                assertClosed("set", assertThrows(NetException.class, () -> conn.setNoDelay(true)));
                assertClosed("close", assertThrows(NetException.class, conn::closeWrite));
                assertClosed("close", assertThrows(NetException.class, conn::closeRead));
                assertTrue(listener.isOpen());
                listener.close();
                listener.close();
                assertFalse(listener.isOpen());
                assertClosed("accept", assertThrows(NetException.class, listener::accept));
                assertClosed("set", assertThrows(NetException.class, () -> listener.setDeadline(Duration.ZERO)));
            }
        });
    }

    /** As when a listener is closed just after another goroutine has seen it open. */
    @Test
    void listenerWhoseChannelIsClosed_isClosed() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        channel.bind(new InetSocketAddress("127.0.0.1", 0)).configureBlocking(false);
        Listener listener = new TcpListener(channel);
        channel.close();
        assertClosed("accept", assertThrows(NetException.class, listener::accept));
    }

    @Test
    void listener_systemFailsToCloseIt_isTold() throws IOException {
        StubServerSocket channel = new StubServerSocket();
        IOException failure = new IOException("planted");
        channel.closing = () -> {
            throw failure;
        };
        Listener listener = new TcpListener(channel);
        NetException thrown = assertThrows(NetException.class, listener::close);
        assertEquals("close", thrown.op());
        assertEquals(listener.addressText(), thrown.address());
        assertSame(failure, thrown.getCause());
        assertFalse(listener.isOpen());
        listener.close();
    }

    /** Also for a connection that is closed. */
    @Test
    void connection_whatTheSystemFailsToDo_isTold() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        PollDescriptor poll = new PollDescriptor(channel, SelectionKey.OP_READ, SelectionKey.OP_WRITE);
        Medium medium = new SocketMedium(Network.TCP, channel, poll);
        assertInstanceOf(NetException.BrokenPipe.class, medium.failed("write", new ClosedChannelException()));
        poll.close(false);
        assertClosed("write", medium.failed("write", new ClosedChannelException()));
        IOException failure = new IOException("planted");
        NetException thrown = medium.failed("close", failure);
        assertEquals(NetException.class, thrown.getClass());
        assertSame(failure, thrown.getCause());
    }

    @Test
    void listener_saysWhetherItListens() throws NetException {
        Listener listener = Net.listen("127.0.0.1:0");
        assertEquals("tcp " + listener.addressText() + ", listening", listener.toString());
        listener.close();
        assertEquals("tcp " + listener.addressText() + ", closed", listener.toString());
    }

    @Test
    void peerCloses_readGivesWhatCameAndThenTheEnd() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                pair.server().write(bytes(5, 5));
                pair.server().close();
                assertArrayEquals(bytes(5, 5), readFully(pair.client(), 5));
                assertEquals(-1, pair.client().read(new byte[5]));
                assertEquals(-1, pair.client().read(new byte[5]));
            }
        });
    }

    @Test
    void peerCloses_endsAReadThatWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Chan<Throwable> thrown =
                        waiting(() -> assertEquals(-1, pair.client().read(new byte[1])));
                pair.server().close();
                assertTrue(thrown.recv().isEmpty());
            }
        });
    }

    @Test
    void closeWrite_peerSeesTheEnd_andTheOtherDirectionGoesOn() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                pair.client().write(bytes(4, 1));
                pair.client().closeWrite();
                assertArrayEquals(bytes(4, 1), pair.server().input().readAllBytes());
                pair.server().write(bytes(6, 2));
                assertArrayEquals(bytes(6, 2), readFully(pair.client(), 6));
                assertThrows(NetException.BrokenPipe.class, () -> pair.client().write(bytes(1, 1)));
            }
        });
    }

    @Test
    void closeWrite_endsAWriteThatWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Sockets.fill(pair.client());
                Chan<Throwable> thrown = waiting(() -> pair.client().write(bytes(1 << 24, 1)));
                pair.client().closeWrite();
                assertEquals(NetException.BrokenPipe.class, thrown.recv().get().getClass());
            }
        });
    }

    @Test
    void closeRead_endsAReadThatWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Chan<Throwable> thrown =
                        waiting(() -> assertEquals(-1, pair.client().read(new byte[1])));
                pair.client().closeRead();
                assertTrue(thrown.recv().isEmpty());
            }
        });
    }

    @Test
    void peerResets_readFails_alsoOneThatWaits() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                Chan<Throwable> thrown = waiting(() -> pair.client().read(new byte[1]));
                pair.server().setLinger(0);
                pair.server().close();
                Throwable reset = thrown.recv().get();
                assertEquals(NetException.Reset.class, reset.getClass());
                assertTrue(reset.getMessage().endsWith(": connection reset by peer"), reset.getMessage());
                assertThrows(NetException.Reset.class, () -> pair.client().read(new byte[1]));
            }
        });
    }

    @Test
    void peerIsGone_writesFailInTheEnd() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                pair.client().write(bytes(1, 1));
                pair.server().close(); // with a byte that was not read: a reset
                NetException thrown = assertThrows(NetException.class, () -> {
                    for (; ; ) {
                        pair.client().write(bytes(1000, 1));
                    }
                });
                assertTrue(
                        thrown instanceof NetException.Reset || thrown instanceof NetException.BrokenPipe,
                        thrown::toString);
                assertThrows(NetException.BrokenPipe.class, () -> pair.client().write(bytes(1, 1)));
            }
        });
    }

    @Test
    void dial_whereNobodyListens_isRefused() {
        Runtimes.runOnAll(() -> {
            Listener listener = Net.listen("127.0.0.1:0");
            String nobody = listener.addressText();
            listener.close();
            NetException refused = assertThrows(NetException.Refused.class, () -> Net.dial(nobody));
            assertEquals("dial tcp " + nobody + ": connection refused", refused.getMessage());
            assertEquals(nobody, refused.address());
        });
    }

    @Test
    void listen_whereSomebodyDoes_fails() {
        Runtimes.run(2, () -> {
            try (Listener listener = Net.listen("127.0.0.1:0")) {
                NetException inUse = assertThrows(NetException.class, () -> Net.listen(listener.addressText()));
                assertEquals("listen", inUse.op());
                assertTrue(inUse.getMessage().contains("in use"), inUse.getMessage());
            }
        });
    }
}
