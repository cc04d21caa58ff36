package dev.runnel.sample.load;

import dev.runnel.sample.http.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** A blocking socket of the JDK. It has no limit on the time of a write: the JDK knows none. */
final class SocketWire implements Wire {

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private long deadline;

    SocketWire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        long millis = (deadline - System.nanoTime() + 999_999) / 1_000_000;
        if (millis <= 0) {
            throw new SocketTimeoutException();
        }
        socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
        return in.read(into, from, length);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        out.write(bytes, from, length);
    }

    @Override
    public void readWithin(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
    }

    @Override
    public void writeWithin(Duration time) {}

    @Override
    public void endReading() throws IOException {
        socket.shutdownInput();
    }

    @Override
    public void endWriting() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public String peer() {
        return socket.getRemoteSocketAddress().toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
