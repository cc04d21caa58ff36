package dev.runnel.net;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Writes to a connection. */
final class ConnOutput extends OutputStream {

    private final Conn conn;
    private final Transfer write;

    ConnOutput(Conn conn, Transfer write) {
        this.conn = conn;
        this.write = write;
    }

    @Override
    public void write(int one) throws IOException {
        write.run(ByteBuffer.wrap(new byte[] {(byte) one}));
    }

    @Override
    public void write(byte[] source, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, source.length); // says which range of what, unlike a buffer
        write.run(ByteBuffer.wrap(source, from, length));
    }

    @Override
    public void close() throws IOException {
        conn.close();
    }
}
