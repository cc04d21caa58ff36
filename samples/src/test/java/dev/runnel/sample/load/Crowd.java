package dev.runnel.sample.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.runnel.sample.http.RawClient;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Many connections that say little. */
final class Crowd implements AutoCloseable {

    /** How many come from one local address: it has not enough ports for a large crowd. */
    private static final int PER_ADDRESS = 5_000;

    private static final byte[] REQUEST = RawClient.request("GET", "/keys", "").getBytes(US_ASCII);

    private final List<SocketChannel> connections = new ArrayList<>();

    /** Makes so many connections, and asks something on each, so that each is idle between two requests. */
    Crowd(String address, int size) throws IOException {
        int colon = address.lastIndexOf(':');
        InetAddress to = InetAddress.getByName(address.substring(0, colon));
        int port = Integer.parseInt(address.substring(colon + 1));
        for (int i = 0; i < size; i++) {
            SocketChannel connection = SocketChannel.open();
            connections.add(connection);
            connection.bind(new InetSocketAddress("127.0.0." + (1 + i / PER_ADDRESS), 0));
            connection.connect(new InetSocketAddress(to, port));
            ask(connection);
        }
    }

    /** Asks on each connection. */
    void askAll() throws IOException {
        for (SocketChannel connection : connections) {
            ask(connection);
        }
    }

    private static void ask(SocketChannel connection) throws IOException {
        connection.write(ByteBuffer.wrap(REQUEST));
        ByteBuffer answer = ByteBuffer.allocate(1024);
        String text = "";
        while (!text.endsWith("\r\n\r\n0")) {
            if (connection.read(answer) < 0) {
                throw new EOFException(text);
            }
            text = new String(answer.array(), 0, answer.position(), US_ASCII);
        }
        if (!text.startsWith("HTTP/1.1 200 OK\r\n")) {
            throw new IOException(text);
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
    }
}
