package dev.runnel.sample.http;

import java.time.Duration;

/**
 * How much a client may ask for, and how long it may take.
 *
 * @param line bytes of the request line, and of a header line
 * @param head bytes of all header lines together
 * @param headers how many header lines
 * @param body bytes of a request's body
 * @param idle from one request to the first byte of the next
 * @param request from the first byte of a request to its last
 * @param write for taking an answer
 */
public record Limits(int line, int head, int headers, int body, Duration idle, Duration request, Duration write) {

    /** Limits that do for most servers. */
    public static final Limits STANDARD = new Limits(
            8 * 1024,
            16 * 1024,
            100,
            1024 * 1024,
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10));

    /** These limits, with another size of a body. */
    public Limits withBody(int bytes) {
        return new Limits(line, head, headers, bytes, idle, request, write);
    }

    /** These limits, with other times. */
    public Limits withTimes(Duration idle, Duration request, Duration write) {
        return new Limits(line, head, headers, body, idle, request, write);
    }
}
