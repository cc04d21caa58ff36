package dev.runnel.sample.md5;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A file name, or a path made of such names, as the bytes that the system knows it by. The order is that of the bytes,
 * unsigned.
 *
 * <p>A name need not be text in any encoding, and a {@link Path} that came from a directory keeps its bytes; but
 * {@link Path#toString()} decodes them, and loses what it cannot decode. The path's URI loses nothing: there each byte
 * that is not plain ASCII stands in hexadecimal.
 */
final class RawName implements Comparable<RawName> {

    private final byte[] bytes;

    private RawName(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The last name of a path. */
    static RawName of(Path path) {
        Path name = path.getFileName();
        String text = name == null ? "" : name.toString();
        boolean plain = text.chars().allMatch(c -> c < 0x80);
        return plain
                ? new RawName(text.getBytes(US_ASCII))
                : fromUri(path.toUri().getRawPath());
    }

    /** A path as it was typed: with its dots, and all of its slashes. */
    static RawName ofArgument(String argument) {
        ByteArrayOutputStream typed = new ByteArrayOutputStream(argument.length());
        int begin = 0;
        while (begin < argument.length()) {
            int slash = argument.indexOf('/', begin);
            int end = slash < 0 ? argument.length() : slash;
            if (begin < end) {
                typed.writeBytes(of(Path.of(argument.substring(begin, end))).bytes);
            }
            if (slash >= 0) {
                typed.write('/');
            }
            begin = end + 1;
        }
        return new RawName(typed.toByteArray());
    }

    private static RawName fromUri(String uri) {
        int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        for (int i = uri.lastIndexOf('/', end - 1) + 1; i < end; i++) {
            if (uri.charAt(i) == '%') {
                name.write(HexFormat.fromHexDigits(uri, i + 1, i + 3));
                i += 2;
            } else {
                name.write(uri.charAt(i));
            }
        }
        return new RawName(name.toByteArray());
    }

    /** This with a slash at its end. */
    RawName slashed() {
        boolean already = bytes.length > 0 && bytes[bytes.length - 1] == '/';
        return already ? this : plus(new RawName(new byte[] {'/'}));
    }

    /** This with another name right after it. */
    RawName plus(RawName next) {
        byte[] both = Arrays.copyOf(bytes, bytes.length + next.bytes.length);
        System.arraycopy(next.bytes, 0, both, bytes.length, next.bytes.length);
        return new RawName(both);
    }

    /** This on one line, as md5sum writes it: backslashes and ends of lines are escaped. */
    RawName escaped() {
        ByteArrayOutputStream escaped = new ByteArrayOutputStream(bytes.length);
        for (byte b : bytes) {
            switch (b) {
                case '\\' -> escaped.writeBytes(new byte[] {'\\', '\\'});
                case '\n' -> escaped.writeBytes(new byte[] {'\\', 'n'});
                case '\r' -> escaped.writeBytes(new byte[] {'\\', 'r'});
                default -> escaped.write(b);
            }
        }
        return new RawName(escaped.toByteArray());
    }

    /** The bytes; a copy. */
    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public int compareTo(RawName other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RawName name && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** For messages to programmers. */
    @Override
    public String toString() {
        return new String(bytes, US_ASCII);
    }
}
