package dev.runnel.sample.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The header line with the time of day, made once a second. */
final class Dates {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final class Line {

        final long second;
        final byte[] bytes;

        Line(long second) {
            this.second = second;
            bytes = ("Date: " + FORMAT.format(Instant.ofEpochSecond(second)) + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
        }
    }

    private static volatile Line last = new Line(0);

    private Dates() {}

    static byte[] line() {
        long second = System.currentTimeMillis() / 1000;
        Line line = last;
        if (line.second != second) {
            line = new Line(second);
            last = line;
        }
        return line.bytes;
    }
}
