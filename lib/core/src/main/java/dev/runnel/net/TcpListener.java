package dev.runnel.net;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/** Takes connections over the network; Go's {@code net.TCPListener}. */
public final class TcpListener extends Listener {

    private final InetSocketAddress address;

    TcpListener(ServerSocketChannel channel) throws IOException {
        this(channel, (InetSocketAddress) channel.getLocalAddress());
    }

    private TcpListener(ServerSocketChannel channel, InetSocketAddress address) {
        super(channel, Network.TCP.where(address));
        this.address = address;
    }

    /** Where it listens; the port is the one that the system has chosen if none was asked for. */
    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** The address as text, to be {@linkplain Net#dial(String) dialled}. */
    @Override
    public String addressText() {
        return Address.show(address);
    }

    @Override
    public TcpConn accept() throws NetException {
        return accept(Network.TCP, Patience.PLAIN);
    }

    @Override
    public TcpConn accept(Cancellation cancellation) throws NetException, CancelledException, InterruptedException {
        return accept(Network.TCP, Patience.until(cancellation));
    }
}
