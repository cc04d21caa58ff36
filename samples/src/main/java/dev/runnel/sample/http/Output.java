package dev.runnel.sample.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** What is to be written to a client. Answers to requests that came together go out together. */
final class Output {

    private static final int SMALL = 512;
    private static final int LARGE = 64 * 1024;
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] CLOSE = ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    private static final byte[] END = ascii("\r\n");

    /** What an answer says of the connection. */
    enum Then {
        /** Nothing, and the connection goes on. */
        GO_ON,
        /** That it goes on, to a client that does not take that for granted. */
        KEEP_ALIVE,
        /** That it ends. */
        CLOSE
    }

    private final Wire wire;
    private final Duration time;

    private byte[] bytes = new byte[SMALL];
    private int size;

    Output(Wire wire, Duration time) {
        this.wire = wire;
        this.time = time;
    }

    /** Tells a client that waits with its body to send it. */
    void goOn() throws IOException {
        add(CONTINUE);
    }

    /**
     * Adds an answer.
     *
     * @param isHead whether it answers a HEAD: all but the body is sent
     */
    void answer(Response response, boolean isHead, Then then) throws IOException {
        add(response.status().bytes());
        add(Dates.line());
        add(response.header());
        if (response.status() != Status.NO_CONTENT) {
            add(LENGTH);
            add(ascii(Integer.toString(response.body().length)));
            add(END);
        }
        switch (then) {
            case GO_ON -> {}
            case KEEP_ALIVE -> add(KEEP_ALIVE);
            case CLOSE -> add(CLOSE);
        }
        add(END);
        if (!isHead) {
            add(response.body());
        }
    }

    /** Writes what there is. */
    void flush() throws IOException {
        if (size > 0) {
            wire.writeWithin(time);
            wire.write(bytes, 0, size);
            clear();
        }
    }

    private void add(byte[] more) throws IOException {
        if (size + more.length > LARGE) {
            flush();
        }
        if (more.length > LARGE) {
            wire.writeWithin(time);
            wire.write(more, 0, more.length);
            return;
        }
        if (size + more.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more.length, 2 * size));
        }
        System.arraycopy(more, 0, bytes, size, more.length);
        size += more.length;
    }

    /** For an idle client little memory is held. */
    private void clear() {
        size = 0;
        if (bytes.length > SMALL) {
            bytes = new byte[SMALL];
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
