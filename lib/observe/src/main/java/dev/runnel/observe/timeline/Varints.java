package dev.runnel.observe.timeline;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Numbers in seven bits per byte, the lowest first; signed ones with the sign as the lowest bit. */
final class Varints {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);

    void unsigned(long n) {
        long rest = n;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    void signed(long n) {
        unsigned((n << 1) ^ (n >> 63));
    }

    void text(String s) {
        byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
        unsigned(bytes.length);
        out.writeBytes(bytes);
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
