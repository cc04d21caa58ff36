package dev.runnel.net;

import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.net.PipeEnd;
import dev.runnel.runtime.scheduler.Checkpoint;
import java.net.SocketAddress;

/** One end of a pipe. */
final class PipeConn extends Conn {

    private final PipeMedium medium;
    private final PipeAddress local;
    private final PipeAddress remote;

    private PipeConn(PipeMedium medium, PipeAddress local, PipeAddress remote) {
        super(medium);
        this.medium = medium;
        this.local = local;
        this.remote = remote;
    }

    /** Two ends that are connected. */
    static Pipe pair(int buffer) {
        PipeEnd[] ends = PipeEnd.pair();
        PipeEnd client = ends[0];
        PipeEnd server = ends[1];
        OneWay up = new OneWay(buffer, client.out(), server.in());
        OneWay down = new OneWay(buffer, server.out(), client.in());
        PipeAddress clientAddress = new PipeAddress(client.toString());
        PipeAddress serverAddress = new PipeAddress(server.toString());
        return new Pipe(
                new PipeConn(new PipeMedium(client, down, up), clientAddress, serverAddress),
                new PipeConn(new PipeMedium(server, up, down), serverAddress, clientAddress));
    }

    @Override
    public SocketAddress localAddress() {
        return local;
    }

    @Override
    public SocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public void closeWrite() throws NetException {
        Checkpoint.passToGiveBack(Act.CLOSE_WRITE, medium.end());
        medium.requireOpen("close");
        medium.sent().endWriting();
    }

    /** {@inheritDoc} Here they do. */
    @Override
    public void closeRead() throws NetException {
        Checkpoint.passToGiveBack(Act.CLOSE_READ, medium.end());
        medium.requireOpen("close");
        medium.received().endReading();
    }

    @Override
    public boolean isOpen() {
        Checkpoint.look(medium.end());
        return !medium.end().isClosed();
    }

    /** {@inheritDoc} With a buffer the peer reads what was written, and then -1; its writes fail. */
    @Override
    public void close() {
        Checkpoint.passToGiveBack(Act.CLOSE, medium.end());
        if (medium.end().close()) {
            medium.sent().endWriting();
            medium.received().endReading();
        }
    }

    /** Where an end of a pipe is. */
    private static final class PipeAddress extends SocketAddress {
        private static final long serialVersionUID = 1;

        private final String name;

        PipeAddress(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PipeAddress address && address.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
