package dev.runnel.sample.verify;

import dev.runnel.channel.CancelledException;
import dev.runnel.context.Context;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the list.
 *
 * @param digest the SHA-256 that the file should have, in hex
 * @param file where it is
 */
record Entry(String digest, Path file) {

    private static final int BUFFER = 64 * 1024;
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) [ *](.+)");
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-9a-f]{64}) [ *]((?:[^\\\\]|\\\\[\\\\nr])+)");

    /**
     * Parses a line; none if it is not one of {@code sha256sum}. If a name needs escapes, its line begins with a
     * backslash.
     */
    static Option<Entry> parse(String line) {
        Matcher plain = LINE.matcher(line);
        if (plain.matches()) {
            return Option.some(new Entry(plain.group(1), Path.of(plain.group(2))));
        }
        Matcher escaped = ESCAPED.matcher(line);
        return escaped.matches()
                ? Option.some(
                        new Entry(escaped.group(1), Path.of(escaped.group(2).translateEscapes())))
                : Option.none();
    }

    /**
     * Compares the file with its digest.
     *
     * @throws IOException if the file cannot be read, or has another digest
     * @throws CancelledException if the context ended first
     */
    void check(Context context) throws IOException, CancelledException {
        String actual = digest(context);
        if (!actual.equals(digest)) {
            throw new IOException(file + ": the digest is " + actual + ", not " + digest);
        }
    }

    private String digest(Context context) throws IOException, CancelledException {
        MessageDigest sha = newSha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                sha.update(buffer, 0, n);
                for (CancelledException over : context.err()) {
                    throw over;
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException(file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
