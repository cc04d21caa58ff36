package dev.runnel.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a listener takes for a listening socket of the system's. Its test says how it fails. */
final class StubServerSocket extends ServerSocketChannel {

    interface Failure {
        void happen() throws IOException;
    }

    /** What happens on accept; nobody has dialled. */
    Failure accepting = () -> {};

    /** What happens on close. */
    Failure closing = () -> {};

    StubServerSocket() {
        super(SelectorProvider.provider());
    }

    @Override
    public @Nullable SocketChannel accept() throws IOException {
        accepting.happen();
        return null;
    }

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        closing.happen();
    }

    @Override
    public SocketAddress getLocalAddress() {
        return new InetSocketAddress("127.0.0.1", 1);
    }

    @Override
    protected void implConfigureBlocking(boolean block) {}

    @Override
    public ServerSocketChannel bind(@Nullable SocketAddress local, int backlog) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public ServerSocket socket() {
        throw new UnsupportedOperationException();
    }
}
