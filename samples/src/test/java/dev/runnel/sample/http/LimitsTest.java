package dev.runnel.sample.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What may be just so large, and no larger. */
class LimitsTest {

    private static final String HOST = "Host: h\r\n";

    private static String get(int lineLength) {
        return "GET /" + "x".repeat(lineLength - "GET / HTTP/1.1".length()) + " HTTP/1.1\r\n";
    }

    private static String header(int length) {
        return "A: " + "x".repeat(length - 3) + "\r\n";
    }

    @Test
    void requestLine() throws IOException {
        assertEquals("200", Talks.answers(get(64) + HOST + "\r\n").substring(0, 3));
        assertEquals("414 a line may have 64 bytes", Talks.answers(get(65) + HOST + "\r\n"));
        assertEquals("414 a line may have 64 bytes", Talks.answers("x".repeat(100_000)));
    }

    @Test
    void headerLine() throws IOException {
        assertEquals("200 GET /a", Talks.answers("GET /a HTTP/1.1\r\n" + HOST + header(64) + "\r\n"));
        assertEquals("431 a line may have 64 bytes", Talks.answers("GET /a HTTP/1.1\r\n" + HOST + header(65) + "\r\n"));
        assertEquals("431 a line may have 64 bytes", Talks.answers("GET /a HTTP/1.1\r\n" + HOST + "A".repeat(100_000)));
    }

    @Test
    void headerLines_together() throws IOException {
        String most = HOST + header(64) + header(64) + header(200 - 9 - 66 - 66);

        assertEquals("200 GET /a", Talks.answers("GET /a HTTP/1.1\r\n" + most + "\r\n"));
        assertEquals("431 a line may have 0 bytes", Talks.answers("GET /a HTTP/1.1\r\n" + most + "B:\r\n\r\n"));
    }

    @Test
    void numberOfHeaderLines() throws IOException {
        String most = "GET /a HTTP/1.1\r\n" + HOST + "A:\r\n".repeat(4);

        assertEquals("200 GET /a", Talks.answers(most + "\r\n"));
        assertEquals("431 there may be 5 header lines", Talks.answers(most + "A:\r\n\r\n"));
    }

    @Test
    void trailer_hasTheLimitsOfAHeader() throws IOException {
        String chunked = "PUT /a HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n0\r\n";

        assertEquals("200 PUT /a", Talks.answers(chunked + "A:\r\n".repeat(5) + "\r\n"));
        assertEquals("431 there may be 5 header lines", Talks.answers(chunked + "A:\r\n".repeat(6) + "\r\n"));
        assertEquals(
                "400 a line may have 64 bytes",
                Talks.answers(chunked.replace("\r\n0\r\n", "\r\n0;" + "x".repeat(100))));
    }

    @Test
    void body() throws IOException {
        String x = "x".repeat(100);

        assertEquals("200 PUT /a " + x, Talks.answers(put("Content-Length: 100") + x));
        assertEquals(
                "200 PUT /a " + x, Talks.answers(put("Transfer-Encoding: chunked") + "64\r\n" + x + "\r\n0\r\n\r\n"));
        assertEquals(
                "200 PUT /a " + x,
                Talks.answers(put("Transfer-Encoding: chunked") + "1\r\nx\r\n".repeat(100) + "0\r\n\r\n"));
        assertEquals(
                "413 a body may have 100 bytes",
                Talks.answers(put("Transfer-Encoding: chunked") + "1\r\nx\r\n".repeat(101) + "0\r\n\r\n"));
    }

    private static String put(String framing) {
        return "PUT /a HTTP/1.1\r\n" + HOST + framing + "\r\n\r\n";
    }
}
