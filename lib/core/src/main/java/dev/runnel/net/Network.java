package dev.runnel.net;

import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.net.PollDescriptor;
import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;

/** A kind of sockets: how they are opened, what they are called, and what their connections are. */
abstract class Network<C extends Conn, L extends Listener> {

    static final Network<TcpConn, TcpListener> TCP = new Tcp();
    static final Network<UnixConn, UnixListener> UNIX = new Unix();

    private final String name;

    Network(String name) {
        this.name = name;
    }

    /** As failures and dumps say it: {@code tcp 127.0.0.1:80}. */
    final String where(SocketAddress address) {
        return where(Address.show(address));
    }

    /** The same for an address that is text. */
    final String where(String address) {
        return name + " " + address;
    }

    /** The same for a connection. */
    final String where(SocketAddress local, SocketAddress remote) {
        return where(Address.show(local) + "->" + Address.show(remote));
    }

    /** The address only. */
    static String addressOf(String where) {
        for (Network<?, ?> network : new Network<?, ?>[] {TCP, UNIX}) {
            if (where.startsWith(network.name + " ")) {
                return where.substring(network.name.length() + 1);
            }
        }
        return where;
    }

    /** A socket that is to be connected. */
    abstract SocketChannel open() throws IOException;

    /** A connection of a socket that is connected, and blocks nobody. */
    abstract C connection(SocketMedium medium) throws IOException;

    /** A socket that is to listen. */
    abstract ServerSocketChannel openServer() throws IOException;

    /** A listener of a socket that listens, and blocks nobody. */
    abstract L listener(ServerSocketChannel channel, SocketAddress address) throws IOException;

    /** A listener on a new socket. Closes the socket if that fails. */
    final L listen(SocketAddress address, int backlog) throws NetException {
        StackRoom.requireTwice(); // a file would be left, and what it closes asks in turn
        ServerSocketChannel channel = null;
        boolean listens = false;
        try {
            channel = openServer();
            channel.configureBlocking(false);
            channel.bind(address, backlog); // last: a failure after it would leave a file
            L made = listener(channel, address);
            listens = true;
            return made;
        } catch (IOException e) {
            throw NetException.of("listen", where(address), e);
        } catch (UnsupportedAddressTypeException | UnsupportedOperationException e) {
            throw NetException.noSuchFamily("listen", where(address), e);
        } finally {
            if (!listens && channel != null) {
                closeInVain(channel);
            }
        }
    }

    /** A connection that a listener has accepted. Closes the socket if that fails. */
    final C accepted(SocketChannel channel, String listener) throws NetException {
        return connected(
                channel, new PollDescriptor(channel, SelectionKey.OP_READ, SelectionKey.OP_WRITE), "accept", listener);
    }

    /** A connection of a socket that is connected. Closes the socket if that fails. */
    final C connected(SocketChannel channel, PollDescriptor poll, String op, String where) throws NetException {
        boolean connected = false;
        try {
            channel.configureBlocking(false);
            C made = connection(new SocketMedium(this, channel, poll));
            connected = true;
            return made;
        } catch (IOException e) {
            throw NetException.of(op, where, e);
        } finally {
            if (!connected) {
                closeInVain(channel);
            }
        }
    }

    /** What went wrong before is to be told, and not what goes wrong now. */
    private static void closeInVain(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return;
        }
    }

    private static final class Tcp extends Network<TcpConn, TcpListener> {

        Tcp() {
            super("tcp");
        }

        @Override
        SocketChannel open() throws IOException {
            return SocketChannel.open();
        }

        @Override
        ServerSocketChannel openServer() throws IOException {
            ServerSocketChannel channel = ServerSocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return channel;
        }

        @Override
        TcpListener listener(ServerSocketChannel channel, SocketAddress address) throws IOException {
            return new TcpListener(channel);
        }

        @Override
        TcpConn connection(SocketMedium medium) throws IOException {
            SocketChannel channel = medium.channel();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            KeepAlive.on(channel);
            return new TcpConn(medium);
        }
    }

    private static final class Unix extends Network<UnixConn, UnixListener> {

        private static final ProtocolFamily FAMILY = StandardProtocolFamily.UNIX;

        Unix() {
            super("unix");
        }

        @Override
        SocketChannel open() throws IOException {
            return SocketChannel.open(FAMILY);
        }

        @Override
        ServerSocketChannel openServer() throws IOException {
            return ServerSocketChannel.open(FAMILY);
        }

        @Override
        UnixListener listener(ServerSocketChannel channel, SocketAddress address) {
            return new UnixListener(channel, (UnixDomainSocketAddress) address);
        }

        @Override
        UnixConn connection(SocketMedium medium) throws IOException {
            return new UnixConn(medium);
        }
    }
}
