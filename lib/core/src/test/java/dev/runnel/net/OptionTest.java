package dev.runnel.net;

import static dev.runnel.net.Sockets.pair;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Runtimes;
import dev.runnel.net.Sockets.Pair;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The options of TCP. */
class OptionTest {

    /** A connection over a channel that the test can ask. */
    private interface Use {
        void of(TcpConn conn, SocketChannel channel) throws Exception;
    }

    private static void withChannel(Use use) throws Exception {
        try (TcpListener listener = Net.listen("127.0.0.1:0");
                SocketChannel channel = SocketChannel.open(listener.address());
                TcpConn conn = Network.TCP.accepted(channel, listener.addressText());
                TcpConn peer = listener.accept()) {
            use.of(conn, channel);
            assertTrue(peer.isOpen());
        }
    }

    @Test
    void unlessSet_nothingIsHeldBack_andAPeerThatIsSilentIsAsked() throws Exception {
        withChannel((conn, channel) -> {
            assertTrue(channel.getOption(StandardSocketOptions.TCP_NODELAY));
            assertTrue(channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
            assertEquals(-1, channel.getOption(StandardSocketOptions.SO_LINGER));
        });
    }

    /** As far as this system has such options. */
    @Test
    void peerThatIsSilent_isAskedAsOftenAsWithGo() throws Exception {
        Map<String, Integer> wanted = Map.of("TCP_KEEPIDLE", 15, "TCP_KEEPINTERVAL", 15, "TCP_KEEPCOUNT", 9);
        withChannel((conn, channel) -> {
            for (SocketOption<?> option : channel.supportedOptions()) {
                if (wanted.containsKey(option.name())) {
                    assertEquals(wanted.get(option.name()), channel.getOption(option), option::name);
                }
            }
        });
    }

    @Test
    void whatIsSet_isToldToTheSystem() throws Exception {
        withChannel((conn, channel) -> {
            conn.setNoDelay(false);
            assertFalse(channel.getOption(StandardSocketOptions.TCP_NODELAY));
            conn.setKeepAlive(false);
            assertFalse(channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
            conn.setLinger(7);
            assertEquals(7, channel.getOption(StandardSocketOptions.SO_LINGER));
            conn.setLinger(-1);
            int received = channel.getOption(StandardSocketOptions.SO_RCVBUF);
            conn.setReadBuffer(received / 4);
            assertTrue(channel.getOption(StandardSocketOptions.SO_RCVBUF) < received);
            int sent = channel.getOption(StandardSocketOptions.SO_SNDBUF);
            conn.setWriteBuffer(sent / 4);
            assertTrue(channel.getOption(StandardSocketOptions.SO_SNDBUF) < sent);
        });
    }

    /** The connection does not know that its channel is closed. */
    @Test
    void whatTheSystemRefuses_isTold() throws Exception {
        withChannel((conn, channel) -> {
            channel.close();
            assertRefused("set", () -> conn.setNoDelay(false));
            assertRefused("close", conn::closeWrite);
            assertRefused("close", conn::closeRead);
        });
    }

    private static void assertRefused(String op, Executable use) {
        assertEquals(op, assertThrows(NetException.class, use).op());
    }

    /** The channel is not connected. */
    @Test
    void channelOfWhichNoConnectionCanBeMade_isClosed() throws Exception {
        SocketChannel channel = SocketChannel.open();
        assertThrows(NullPointerException.class, () -> Network.TCP.accepted(channel, "127.0.0.1:0"));
        assertFalse(channel.isOpen());
    }

    @Test
    void bufferOfNegativeSize_isNamed() {
        Runtimes.runOnAll(() -> {
            try (Pair pair = pair()) {
                TcpConn conn = (TcpConn) pair.client();
                String allowed = "a buffer of -1 bytes; 0 or more are allowed";
                assertEquals(
                        allowed,
                        assertThrows(IllegalArgumentException.class, () -> conn.setReadBuffer(-1))
                                .getMessage());
                assertEquals(
                        allowed,
                        assertThrows(IllegalArgumentException.class, () -> conn.setWriteBuffer(-1))
                                .getMessage());
            }
        });
    }
}
