package dev.runnel.sample.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * What has come from a client and has not been used yet. Before it waits for more, it writes what there is to write:
 * the client may be waiting for that.
 */
final class Input {

    private static final int SMALL = 1024;
    private static final int SKIP = 8 * 1024;

    private final Wire wire;
    private final Output output;
    private final Duration request;

    private byte[] bytes = new byte[SMALL];
    private int from;
    private int to;
    private boolean isTimed;

    Input(Wire wire, Output output, Duration request) {
        this.wire = wire;
        this.output = output;
        this.request = request;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** A request begins: the time it may take is counted from here, if it has not come as a whole. */
    void begin() {
        isTimed = false;
    }

    /**
     * Waits for the first bytes of a request; to be called when there are none. Holds little memory meanwhile.
     *
     * @return whether there are any
     */
    boolean await(Duration idle) throws IOException {
        if (bytes.length > SMALL) {
            bytes = new byte[SMALL];
        }
        from = 0;
        to = 0;
        wire.readWithin(idle);
        to = Math.max(0, wire.read(bytes, 0, bytes.length));
        return to > 0;
    }

    /**
     * A line, without the CR LF at its end.
     *
     * @param most how many bytes it may have, without its end
     * @param tooLong the answer if it has more
     */
    String line(int most, Status tooLong) throws IOException, Refusal {
        int searched = 0;
        while (true) {
            for (int i = from + searched; i < to; i++) {
                if (bytes[i] == '\n') {
                    return line(i, most, tooLong);
                }
            }
            searched = to - from;
            if (searched > most + 1) {
                throw tooLong(most, tooLong);
            }
            more();
        }
    }

    private String line(int end, int most, Status tooLong) throws Refusal {
        int length = end - from - 1;
        if (length < 0 || bytes[end - 1] != '\r') {
            throw Refusal.bad("a line ends with CR LF");
        }
        if (length > most) {
            throw tooLong(most, tooLong);
        }
        String line = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        from = end + 1;
        return line;
    }

    private static Refusal tooLong(int most, Status tooLong) {
        return new Refusal(tooLong, "a line may have " + most + " bytes");
    }

    /** Some of the next bytes, at least one and no more than there is room for; waits until there are any. */
    int some(byte[] into, int at, int length) throws IOException {
        int there = Math.min(length, to - from);
        if (there == 0) {
            return read(into, at, length);
        }
        System.arraycopy(bytes, from, into, at, there);
        from += there;
        return there;
    }

    /**
     * Discards what comes until the client sends no more, so that closing the connection does not destroy the answer.
     */
    void skip(int most, Duration time) throws IOException {
        byte[] skipped = new byte[Math.min(most, SKIP)];
        wire.readWithin(time);
        int n = 0;
        for (int left = most; n >= 0 && left > 0; left -= n) {
            n = wire.read(skipped, 0, skipped.length);
        }
    }

    private void more() throws IOException {
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * to);
        }
        to += read(bytes, to, bytes.length - to);
    }

    private int read(byte[] into, int at, int length) throws IOException {
        if (!isTimed) {
            output.flush();
            wire.readWithin(request);
            isTimed = true;
        }
        int n = wire.read(into, at, length);
        if (n < 0) {
            throw new EOFException("in the middle of a request");
        }
        return n;
    }
}
