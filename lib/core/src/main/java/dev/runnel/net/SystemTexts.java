package dev.runnel.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * What the system calls some failures, in its language, which is all that the JDK says of them. The texts are known in
 * English; in another language the system is asked, by having it fail in these ways on the loopback. That is done once,
 * for the first failure whose text says nothing.
 *
 * @param refused {@code ECONNREFUSED}
 * @param brokenPipe {@code EPIPE}
 * @param reset {@code ECONNRESET}, for a write; for a read the JDK says it in its own words
 */
record SystemTexts(String refused, String brokenPipe, String reset) {

    /**
     * How long the loopback has to refuse a connection, in milliseconds; that takes no time except where packets are
     * dropped.
     */
    private static final int PATIENCE = 1_000;

    /** How often to write after a reset has been sent: the reset is there before that much is written. */
    private static final int WRITES = 1_000;

    private static volatile @Nullable SystemTexts known;

    /** Those of this system; null if it could not be asked now. */
    static @Nullable SystemTexts ofThisSystem() {
        SystemTexts texts = known;
        if (texts == null) {
            try {
                texts = ask();
                known = texts;
            } catch (IOException e) {
                return null; // too many open files, perhaps: the next failure asks again
            }
        }
        return texts;
    }

    private static SystemTexts ask() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new SystemTexts(text(askRefused(any)), text(askBrokenPipe()), text(askReset(any)));
    }

    private static String text(@Nullable IOException failure) throws IOException {
        String text = failure == null ? null : failure.getMessage();
        if (text == null) {
            throw new IOException("the system did not fail");
        }
        return text;
    }

    /** The port is held by a socket that does not listen, so nobody else does. */
    private static @Nullable IOException askRefused(InetSocketAddress any) throws IOException {
        try (SocketChannel held = SocketChannel.open().bind(any);
                SocketChannel asking = SocketChannel.open()) {
            try {
                asking.socket().connect(held.getLocalAddress(), PATIENCE);
            } catch (ConnectException e) {
                return e;
            }
        }
        return null;
    }

    private static @Nullable IOException askBrokenPipe() throws IOException {
        Pipe pipe = Pipe.open();
        try (Pipe.SinkChannel sink = pipe.sink()) {
            pipe.source().close();
            return failureOfWrites(sink::write);
        }
    }

    private static @Nullable IOException askReset(InetSocketAddress any) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(any);
                SocketChannel asking = SocketChannel.open(listener.getLocalAddress())) {
            try (SocketChannel peer = listener.accept()) {
                peer.setOption(StandardSocketOptions.SO_LINGER, 0); // its close is a reset
            }
            asking.configureBlocking(false);
            return failureOfWrites(asking::write);
        }
    }

    @FunctionalInterface
    private interface Write {
        int of(ByteBuffer bytes) throws IOException;
    }

    private static @Nullable IOException failureOfWrites(Write write) {
        for (int i = 0; i < WRITES; i++) {
            try {
                write.of(ByteBuffer.allocate(1));
            } catch (IOException e) {
                return e;
            }
        }
        return null;
    }
}
