package dev.runnel.net;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;

/**
 * A connection to a process of this machine, at a file; Go's {@code net.UnixConn}. The side that dials mostly has no
 * address: it has one whose path is empty, shown as {@code @}.
 */
public final class UnixConn extends SocketConn {

    private final UnixDomainSocketAddress local;
    private final UnixDomainSocketAddress remote;

    UnixConn(SocketMedium medium) throws IOException {
        super(medium);
        local = (UnixDomainSocketAddress) medium.channel().getLocalAddress();
        remote = (UnixDomainSocketAddress) medium.channel().getRemoteAddress();
        medium.between(local, remote);
    }

    @Override
    public UnixDomainSocketAddress localAddress() {
        return local;
    }

    @Override
    public UnixDomainSocketAddress remoteAddress() {
        return remote;
    }
}
