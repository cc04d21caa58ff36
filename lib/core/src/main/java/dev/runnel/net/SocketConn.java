package dev.runnel.net;

import dev.runnel.runtime.scheduler.Checkpoint;
import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * A connection that is a socket of the system's. Setting an option of one that is closed throws
 * {@link NetException.Closed}.
 */
public abstract sealed class SocketConn extends Conn permits TcpConn, UnixConn {

    private final SocketMedium medium;
    private final SocketChannel channel;

    SocketConn(SocketMedium medium) {
        super(medium);
        this.medium = medium;
        channel = medium.channel();
    }

    // ---------------------------------------------------------------- options

    /**
     * How much the system is to hold of what was received and not read; a hint.
     *
     * @param bytes 0 or more
     * @throws IllegalArgumentException if that is negative
     * @throws NetException.Closed if this connection is closed
     */
    public void setReadBuffer(int bytes) throws NetException {
        set(StandardSocketOptions.SO_RCVBUF, Net.bufferSize(bytes));
    }

    /**
     * How much the system is to hold of what was written and has not arrived; a hint.
     *
     * @param bytes 0 or more
     * @throws IllegalArgumentException if that is negative
     * @throws NetException.Closed if this connection is closed
     */
    public void setWriteBuffer(int bytes) throws NetException {
        set(StandardSocketOptions.SO_SNDBUF, Net.bufferSize(bytes));
    }

    final <T> void set(SocketOption<T> option, T value) throws NetException {
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
        medium.poll().out().retry();
    }

    @Override
    public void closeRead() throws NetException {
        Checkpoint.lookOutside();
        medium.requireOpen("close");
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            throw medium.failed("close", e);
        }
        medium.poll().in().retry();
    }

    @Override
    public boolean isOpen() {
        Checkpoint.lookOutside();
        return !medium.poll().isClosed();
    }

    /**
     * {@inheritDoc} What was written is still sent. The system may get its descriptor back a moment later; while many
     * connections are about to be given back, this waits for that.
     *
     * @throws NetException if the system fails
     */
    @Override
    public void close() throws NetException {
        Checkpoint.lookOutside();
        try {
            medium.poll().close(false);
        } catch (IOException e) {
            throw medium.failed("close", e);
        }
    }
}
