package dev.runnel.net;

import dev.runnel.runtime.net.PollDescriptor;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection over the network; Go's {@code net.TCPConn}. What is sent is not held back for more (TCP's no-delay), and
 * the peer is asked whether it still lives when nothing has come for 15 seconds, and each 15 after that (keep-alive),
 * unless that is changed. To set something of a connection that is closed is a {@link NetException.Closed}.
 */
public final class TcpConn extends Conn {

    private final SocketChannel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final PollDescriptor poll;
    private final SocketMedium medium;

    private TcpConn(SocketMedium medium) throws IOException {
        super(medium);
        this.medium = medium;
        channel = medium.channel();
        poll = medium.poll();
        local = (InetSocketAddress) channel.getLocalAddress();
        remote = (InetSocketAddress) channel.getRemoteAddress();
        medium.name(Address.show(local) + "->" + Address.show(remote));
    }

    /** One that a listener has accepted. Closes it if that fails. */
    static TcpConn accepted(SocketChannel channel, String listener) throws NetException {
        return of(
                channel, new PollDescriptor(channel, SelectionKey.OP_READ, SelectionKey.OP_WRITE), "accept", listener);
    }

    /** One that is connected. Closes it if that fails. */
    static TcpConn of(SocketChannel channel, PollDescriptor poll, String op, String address) throws NetException {
        boolean connected = false;
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            KeepAlive.on(channel);
            TcpConn made = new TcpConn(new SocketMedium(channel, poll));
            connected = true;
            return made;
        } catch (IOException e) {
            throw NetException.of(op, address, e);
        } finally {
            if (!connected) {
                Net.closeInVain(channel);
            }
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    // ---------------------------------------------------------------- options

    /** Whether what is sent goes out at once; it does unless this is set to false. Go's {@code SetNoDelay}. */
    public void setNoDelay(boolean on) throws NetException {
        set(StandardSocketOptions.TCP_NODELAY, on);
    }

    /**
     * Whether the peer is asked now and then whether it lives; it is unless this is set to false. Go's
     * {@code SetKeepAlive}.
     */
    public void setKeepAlive(boolean on) throws NetException {
        set(StandardSocketOptions.SO_KEEPALIVE, on);
    }

    /**
     * What happens to what has not gone out when this is closed; Go's {@code SetLinger}. Negative, as it is unless set:
     * the system sends it later. Zero: it is dropped, and the peer's next operation fails as reset. More: the close of
     * a connection that has never had to wait may block the thread for so many seconds; of any other, with the JDK of
     * today, it does nothing.
     */
    public void setLinger(int seconds) throws NetException {
        set(StandardSocketOptions.SO_LINGER, seconds);
    }

    /**
     * How much the system is to hold that was received and not read; a hint.
     *
     * @param bytes 0 or more
     * @throws IllegalArgumentException if that is negative
     */
    public void setReadBuffer(int bytes) throws NetException {
        set(StandardSocketOptions.SO_RCVBUF, Net.bufferSize(bytes));
    }

    /**
     * How much the system is to hold that was written and has not arrived; a hint.
     *
     * @param bytes 0 or more
     * @throws IllegalArgumentException if that is negative
     */
    public void setWriteBuffer(int bytes) throws NetException {
        set(StandardSocketOptions.SO_SNDBUF, Net.bufferSize(bytes));
    }

    private <T> void set(SocketOption<T> option, T value) throws NetException {
        Checkpoint.passOutside();
        medium.requireOpen("set");
        try {
            channel.setOption(option, value);
        } catch (IOException e) {
            throw medium.failed("set", e);
        }
    }

    // ---------------------------------------------------------------- the end

    @Override
    public void closeWrite() throws NetException {
        Checkpoint.lookOutside();
        medium.requireOpen("close");
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            throw medium.failed("close", e);
        }
        poll.out().retry();
    }

    /**
     * {@inheritDoc} The peer is not told: what it sends is lost, and its writes wait when the system's buffers are
     * full.
     */
    @Override
    public void closeRead() throws NetException {
        Checkpoint.lookOutside();
        medium.requireOpen("close");
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            throw medium.failed("close", e);
        }
        poll.in().retry();
    }

    @Override
    public boolean isOpen() {
        Checkpoint.lookOutside();
        return !poll.isClosed();
    }

    /**
     * {@inheritDoc} What was written is sent still. The system may have its descriptor back a moment later; while many
     * connections are about to be given back this waits for that.
     *
     * @throws NetException if the system fails
     */
    @Override
    public void close() throws NetException {
        Checkpoint.lookOutside();
        try {
            poll.close(false);
        } catch (IOException e) {
            throw medium.failed("close", e);
        }
    }
}
