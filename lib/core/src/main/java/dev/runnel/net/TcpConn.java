package dev.runnel.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;

/**
 * A connection over the network; Go's {@code net.TCPConn}. What is sent is not held back for more (TCP's no-delay), and
 * the peer is asked whether it still lives when nothing has come for 15 seconds, and every 15 seconds after that
 * (keep-alive), unless that is changed.
 */
public final class TcpConn extends SocketConn {

    private final InetSocketAddress local;
    private final InetSocketAddress remote;

    TcpConn(SocketMedium medium) throws IOException {
        super(medium);
        local = (InetSocketAddress) medium.channel().getLocalAddress();
        remote = (InetSocketAddress) medium.channel().getRemoteAddress();
        medium.between(local, remote);
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    /**
     * Whether what is sent goes out at once; it does unless this is set to false. Go's {@code SetNoDelay}.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public void setNoDelay(boolean on) throws NetException {
        set(StandardSocketOptions.TCP_NODELAY, on);
    }

    /**
     * Whether the peer is asked now and then whether it lives; it is unless this is set to false. Go's
     * {@code SetKeepAlive}.
     *
     * @throws NetException.Closed if this connection is closed
     */
    public void setKeepAlive(boolean on) throws NetException {
        set(StandardSocketOptions.SO_KEEPALIVE, on);
    }

    /**
     * What happens to what has not gone out when this is closed; Go's {@code SetLinger}. Negative, the default: the
     * system sends it later. Zero: it is dropped, and the peer's next operation fails as reset. More: the close of a
     * connection that has never had to wait may block the thread for that many seconds; for any other, with the JDK of
     * today, it does nothing.
     *
     * @param seconds how long, in seconds; more than 65,535 counts as 65,535
     * @throws NetException.Closed if this connection is closed
     */
    public void setLinger(int seconds) throws NetException {
        set(StandardSocketOptions.SO_LINGER, seconds);
    }

    /**
     * {@inheritDoc} The peer is not told: what it sends is lost, and its writes wait when the system's buffers are
     * full.
     */
    @Override
    public void closeRead() throws NetException {
        super.closeRead();
    }
}
