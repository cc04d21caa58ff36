package dev.runnel.sample.http;

import java.io.IOException;
import java.util.Arrays;

/** Reads the body of one request. Its memory grows with what has come, not with what was announced. */
final class BodyReader {

    private static final int FIRST = 4 * 1024;
    private static final int MOST_DIGITS = 8;

    private final Input input;
    private final HeadReader heads;
    private final Limits limits;

    private byte[] body = {};
    private int size;

    BodyReader(Input input, HeadReader heads, Limits limits) {
        this.input = input;
        this.heads = heads;
        this.limits = limits;
    }

    byte[] read(Framing framing) throws IOException, Refusal {
        switch (framing) {
            case Framing.Sized sized -> take(sized.length());
            case Framing.Chunked chunked -> takeChunks();
        }
        return size == body.length ? body : Arrays.copyOf(body, size);
    }

    private void take(int length) throws IOException {
        int end = size + length;
        while (size < end) {
            if (size == body.length) {
                body = Arrays.copyOf(body, size + Math.min(end - size, Math.max(FIRST, size)));
            }
            size += input.some(body, size, Math.min(end, body.length) - size);
        }
    }

    private void takeChunks() throws IOException, Refusal {
        for (int length = chunk(); length > 0; length = chunk()) {
            if (length > limits.body() - size) {
                throw Framing.tooLarge(limits.body());
            }
            take(length);
            if (!input.line(0, Status.BAD_REQUEST).isEmpty()) {
                throw Refusal.bad("a chunk ends with CR LF");
            }
        }
        heads.headers(); // a trailer is read and ignored
    }

    /** The size of a chunk; what stands after a semicolon is ignored. */
    private int chunk() throws IOException, Refusal {
        String line = input.line(limits.line(), Status.BAD_REQUEST);
        int semicolon = line.indexOf(';');
        String digits = semicolon < 0 ? line : line.substring(0, semicolon);
        if (!Text.isFieldText(line) || digits.isEmpty() || digits.chars().anyMatch(c -> Character.digit(c, 16) < 0)) {
            throw Refusal.bad("a chunk begins with its size");
        }
        String significant = digits.replaceFirst("^0+(?=.)", "");
        if (significant.length() > MOST_DIGITS) {
            throw Framing.tooLarge(limits.body());
        }
        return (int) Math.min(Long.parseLong(significant, 16), Integer.MAX_VALUE);
    }
}
