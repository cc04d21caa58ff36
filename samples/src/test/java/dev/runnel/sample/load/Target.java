package dev.runnel.sample.load;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Connections to a server that ask for the same thing again and again, each as soon as it has its answer. One thread
 * serves them all, so that the client costs little.
 */
final class Target implements Closeable {

    private static final byte[] OK = "HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LARGEST = 64 * 1024;

    private static final class Line {
        final ByteBuffer request;
        int left;

        Line(byte[] request) {
            this.request = ByteBuffer.allocateDirect(request.length).put(request);
        }
    }

    private final Selector selector = Selector.open();
    private final ByteBuffer answer = ByteBuffer.allocateDirect(LARGEST);
    private final int answerSize;

    Target(String address, String path, int connections) throws IOException {
        int colon = address.lastIndexOf(':');
        InetSocketAddress to =
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: h\r\nAccept: */*\r\nUser-Agent: load\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        answerSize = sizeOf(to, request);
        for (int i = 0; i < connections; i++) {
            SocketChannel channel = SocketChannel.open(to);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new Line(request));
        }
    }

    /** All answers have the same size. */
    private static int sizeOf(InetSocketAddress to, byte[] request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(to)) {
            String last = new String(request, StandardCharsets.US_ASCII).replace("Host", "Connection: close\r\nHost");
            channel.write(ByteBuffer.wrap(last.getBytes(StandardCharsets.US_ASCII)));
            int size = -"Connection: close\r\n".length();
            ByteBuffer bytes = ByteBuffer.allocate(LARGEST);
            for (int n = channel.read(bytes); n >= 0; n = channel.read(bytes)) {
                size += n;
                bytes.clear();
            }
            return size;
        }
    }

    /** Asks for so long; gives the answers per second. */
    double run(long nanos) throws IOException {
        long start = System.nanoTime();
        for (SelectionKey key : selector.keys()) {
            ask(key);
        }
        long answers = 0;
        int open = selector.keys().size();
        boolean isOver = false;
        long end = start;
        while (open > 0) {
            selector.select();
            boolean over = isOver;
            for (SelectionKey key : selector.selectedKeys()) {
                if (hasAnswer(key)) {
                    answers++;
                    if (over) {
                        open--;
                    } else {
                        ask(key);
                    }
                }
            }
            selector.selectedKeys().clear();
            end = System.nanoTime();
            isOver = end - start >= nanos;
        }
        return answers * 1e9 / (end - start);
    }

    private void ask(SelectionKey key) throws IOException {
        Line line = (Line) key.attachment();
        line.left = answerSize;
        line.request.flip();
        SocketChannel channel = (SocketChannel) key.channel();
        while (line.request.hasRemaining()) {
            channel.write(line.request);
        }
    }

    private boolean hasAnswer(SelectionKey key) throws IOException {
        Line line = (Line) key.attachment();
        answer.clear();
        int n = ((SocketChannel) key.channel()).read(answer);
        if (n < 0) {
            throw new EOFException("the server has closed a connection");
        }
        if (line.left == answerSize && n >= OK.length) {
            for (int i = 0; i < OK.length; i++) {
                if (answer.get(i) != OK[i]) {
                    throw new IOException("no answer");
                }
            }
        }
        line.left -= n;
        if (line.left < 0) {
            throw new IOException("an answer is too long");
        }
        return line.left == 0;
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
