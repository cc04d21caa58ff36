package dev.runnel.sample.service;

import dev.runnel.net.Conn;
import dev.runnel.net.NetException;
import dev.runnel.sample.http.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A connection of Runnel's: a goroutine that waits in it is parked.
 *
 * @param conn closed with it
 */
record ConnWire(Conn conn) implements Wire {

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        try {
            return conn.read(ByteBuffer.wrap(into, from, length));
        } catch (NetException.Timeout e) {
            throw timeout(e);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            conn.write(ByteBuffer.wrap(bytes, from, length));
        } catch (NetException.Timeout e) {
            throw timeout(e);
        }
    }

    private static SocketTimeoutException timeout(NetException.Timeout cause) {
        SocketTimeoutException timeout = new SocketTimeoutException(cause.getMessage());
        timeout.initCause(cause);
        return timeout;
    }

    @Override
    public void readWithin(Duration time) throws IOException {
        conn.setReadDeadline(time);
    }

    @Override
    public void writeWithin(Duration time) throws IOException {
        conn.setWriteDeadline(time);
    }

    @Override
    public void endReading() throws IOException {
        conn.closeRead();
    }

    @Override
    public void endWriting() throws IOException {
        conn.closeWrite();
    }

    @Override
    public String peer() {
        return conn.remoteAddress() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort()
                : conn.remoteAddress().toString();
    }

    @Override
    public void close() throws IOException {
        conn.close();
    }
}
