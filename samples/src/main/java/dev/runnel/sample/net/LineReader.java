package dev.runnel.sample.net;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines, and holds no more of a line than is allowed. */
public final class LineReader {

    /** What was read. */
    public sealed interface Line {}

    /** A line, without its end. */
    public record Text(String text) implements Line {}

    /** A line that was too long; it was skipped. */
    public record TooLong() implements Line {}

    /** There are no more lines. What came after the last end of line does not count as one. */
    public record End() implements Line {}

    private final InputStream in;
    private final int most;

    /**
     * @param in where the lines come from
     * @param most how long a line may be, in bytes, without its end
     */
    public LineReader(InputStream in, int most) {
        this.in = new BufferedInputStream(in);
        this.most = most;
    }

    /** The next line; blocks until it has come. */
    public Line next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLong = false;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return tooLong ? new TooLong() : new Text(line.toString(StandardCharsets.UTF_8));
            }
            if (line.size() < most) {
                line.write(b);
            } else {
                tooLong = true;
            }
        }
        return new End();
    }
}
