package dev.runnel.net;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Writes to a connection. */
final class ConnOutput extends OutputStream {

    private final Conn conn;

    ConnOutput(Conn conn) {
        this.conn = conn;
    }

    @Override
    public void write(int one) throws IOException {
        conn.write(new byte[] {(byte) one});
    }

    @Override
    public void write(byte[] source, int from, int length) throws IOException {
        conn.write(ByteBuffer.wrap(source, from, length));
    }

    @Override
    public void close() throws IOException {
        conn.close();
    }
}
