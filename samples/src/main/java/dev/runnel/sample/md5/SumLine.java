package dev.runnel.sample.md5;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;

/**
 * A line of md5sum's output: the digest, two spaces, the name. If the name needs escapes, the line begins with a
 * backslash.
 */
final class SumLine {

    private SumLine() {}

    static byte[] of(Outcome.Digested file) {
        RawName escaped = file.name().escaped();
        String digest = escaped.equals(file.name()) ? file.digest() : "\\" + file.digest();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes((digest + "  ").getBytes(US_ASCII));
        line.writeBytes(escaped.bytes());
        line.write('\n');
        return line.toByteArray();
    }
}
