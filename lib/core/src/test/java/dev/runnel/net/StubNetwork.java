package dev.runnel.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** TCP over sockets that the test makes, or fails to make. */
final class StubNetwork extends Network<TcpConn, TcpListener> {

    interface Opening<S> {
        S open() throws IOException;
    }

    /** Makes the socket that is to be connected. */
    Opening<SocketChannel> opening = SocketChannel::open;

    /** Makes the socket that is to listen. */
    Opening<ServerSocketChannel> openingServer = ServerSocketChannel::open;

    StubNetwork() {
        super("tcp");
    }

    @Override
    SocketChannel open() throws IOException {
        return opening.open();
    }

    @Override
    TcpConn connection(SocketMedium medium) throws IOException {
        return new TcpConn(medium);
    }

    @Override
    ServerSocketChannel openServer() throws IOException {
        return openingServer.open();
    }

    @Override
    TcpListener listener(ServerSocketChannel channel, SocketAddress address) throws IOException {
        return new TcpListener(channel);
    }
}
