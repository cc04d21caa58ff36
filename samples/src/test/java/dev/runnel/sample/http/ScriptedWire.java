package dev.runnel.sample.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A wire whose client is a list: each read gives the next piece, or is late. Keeps what is written, and what is asked
 * of it.
 */
final class ScriptedWire implements Wire {

    /** A client that keeps one waiting. */
    static final String LATE = "late";

    private final Deque<String> pieces;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private boolean readIsEnded;

    /** How much was written when each read began to wait. */
    final List<Integer> writtenBefore = new ArrayList<>();

    final List<Duration> readTimes = new ArrayList<>();
    boolean writeIsEnded;
    boolean isClosed;

    ScriptedWire(List<String> pieces) {
        this.pieces = new ArrayDeque<>(pieces);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        writtenBefore.add(written.size());
        if (readIsEnded || pieces.isEmpty()) {
            return -1;
        }
        String piece = pieces.remove();
        if (piece.equals(LATE)) {
            throw new SocketTimeoutException();
        }
        byte[] bytes = piece.getBytes(ISO_8859_1);
        int n = Math.min(length, bytes.length);
        System.arraycopy(bytes, 0, into, from, n);
        if (n < bytes.length) {
            pieces.addFirst(piece.substring(n));
        }
        return n;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        written.write(bytes, from, length);
    }

    @Override
    public void readWithin(Duration time) {
        readTimes.add(time);
    }

    @Override
    public void writeWithin(Duration time) {}

    @Override
    public void endReading() {
        readIsEnded = true;
    }

    @Override
    public void endWriting() {
        writeIsEnded = true;
    }

    @Override
    public void close() {
        isClosed = true;
    }

    @Override
    public String peer() {
        return "a client";
    }

    String written() {
        return written.toString(ISO_8859_1);
    }

    /** All answers; none of the requests may be a HEAD. */
    List<RawClient.Reply> replies() throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(written.toByteArray());
        List<RawClient.Reply> replies = new ArrayList<>();
        while (in.available() > 0) {
            replies.add(RawClient.Reply.read(in, false));
        }
        return replies;
    }
}
