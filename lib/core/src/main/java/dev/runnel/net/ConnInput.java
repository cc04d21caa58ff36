package dev.runnel.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Reads a connection. */
final class ConnInput extends InputStream {

    private static final int BYTE = 0xFF;

    private final Conn conn;
    private final Transfer read;

    ConnInput(Conn conn, Transfer read) {
        this.conn = conn;
        this.read = read;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read.run(ByteBuffer.wrap(one)) < 0 ? -1 : one[0] & BYTE;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, target.length); // says which range of what, unlike a buffer
        return read.run(ByteBuffer.wrap(target, from, length));
    }

    @Override
    public void close() throws IOException {
        conn.close();
    }
}
