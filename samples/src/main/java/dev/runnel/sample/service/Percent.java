package dev.runnel.sample.service;

import io.vavr.control.Option;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text in URLs and bodies. */
final class Percent {

    private Percent() {}

    /** What text such as {@code a%20b} stands for; none if it stands for nothing. */
    static Option<String> decode(String text) {
        if (text.indexOf('%') < 0) {
            return Option.some(text);
        }
        int last = text.length() - 1;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                bytes.write(c);
                continue;
            }
            int high = i + 2 <= last ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = i + 2 <= last ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (high < 0 || low < 0) {
                return Option.none();
            }
            bytes.write(16 * high + low);
            i += 2;
        }
        return utf8(bytes.toByteArray());
    }

    /** The text that these bytes are; none if they are not UTF-8. */
    static Option<String> utf8(byte[] bytes) {
        try {
            return Option.some(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Option.none();
        }
    }
}
