package dev.runnel.net;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;

/** Connections over the loopback, for tests. */
final class Sockets {

    private Sockets() {}

    /** Two ends of one connection. */
    record Pair(Conn client, Conn server) implements AutoCloseable {
        @Override
        public void close() throws NetException {
            client.close();
            server.close();
        }
    }

    static Pair pair() throws NetException {
        try (Listener listener = Net.listen("127.0.0.1:0")) {
            Conn client = Net.dial(listener.addressText());
            return new Pair(client, listener.accept());
        }
    }

    /** Sends back what comes until the peer has ended. */
    static void echo(Conn conn) throws NetException {
        try (conn) {
            ByteBuffer bytes = ByteBuffer.allocate(4096);
            while (conn.read(bytes) >= 0) {
                conn.write(bytes.flip());
                bytes.clear();
            }
        }
    }

    /** Until the listener is closed. */
    static void serveEcho(Listener listener) throws NetException {
        while (true) {
            Conn conn;
            try {
                conn = listener.accept();
            } catch (NetException.Closed e) {
                return;
            }
            go(() -> echo(conn));
        }
    }

    static byte[] readFully(Conn conn, int size) throws NetException {
        byte[] all = new byte[size];
        ByteBuffer target = ByteBuffer.wrap(all);
        while (target.hasRemaining()) {
            int n = conn.read(target);
            assertTrue(n > 0, "the peer has ended after " + target.position() + " of " + size + " bytes");
        }
        return all;
    }
}
