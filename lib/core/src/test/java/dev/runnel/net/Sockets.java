package dev.runnel.net;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.runtime.scheduler.Schedulers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/** Connections over the loopback, for tests. */
final class Sockets {

    private Sockets() {}

    /** Two ends of one connection. */
    record Pair(TcpConn client, TcpConn server) implements AutoCloseable {
        @Override
        public void close() throws NetException {
            client.close();
            server.close();
        }
    }

    static Pair pair() throws NetException {
        try (TcpListener listener = Net.listen("127.0.0.1:0")) {
            TcpConn client = Net.dial(listener.addressText());
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

    /** Serves until the listener is closed. */
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

    /** Writes until the system takes no more at once, and gives how many bytes it took. */
    static int fill(Conn conn) throws NetException {
        int taken = 0;
        for (ByteBuffer some = ByteBuffer.allocate(1 << 20); ; some.clear()) {
            conn.setWriteDeadline(Duration.ofMillis(50));
            try {
                conn.write(some);
            } catch (NetException.Timeout e) {
                conn.clearDeadline();
                return taken + some.position();
            }
            taken += some.capacity();
            if (taken >= 1 << 26) {
                throw new AssertionError("the system has taken " + taken + " bytes");
            }
        }
    }

    /** Waits until this many goroutines wait for the network. */
    static void awaitIoWaits(int count) {
        Await.until(() -> ioWaits() >= count);
    }

    /** How many goroutines wait for the network. */
    static long ioWaits() {
        return Schedulers.all().stream()
                .flatMap(scheduler -> scheduler.view().waitedFor().stream())
                .filter(PollDescriptor.class::isInstance)
                .count();
    }

    static boolean hasThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("runnel-net"));
    }

    static byte[] bytes(int size, int value) {
        byte[] all = new byte[size];
        Arrays.fill(all, (byte) value);
        return all;
    }
}
