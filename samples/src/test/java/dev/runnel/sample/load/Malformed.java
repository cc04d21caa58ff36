package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.IOException;
import java.util.List;

/** Sends what is no request, or asks for too much; is told so, and that is the end of the connection. */
record Malformed(String address) implements Actor {

    private record Bad(int status, String text) {}

    private static final List<Bad> ALL = List.of(
            new Bad(400, "\0\0\0\0\r\n\r\n"),
            new Bad(400, "\u0016\u0003\u0001\u0002\r\n"),
            new Bad(400, "GET / HTTP/1.1\nHost: h\n\n"),
            new Bad(400, head("Content-Length: 3\r\nTransfer-Encoding: chunked")),
            new Bad(400, head("Content-Length: 3\r\nContent-Length: 4")),
            new Bad(400, head("A : b")),
            new Bad(400, head("A: b\r\n c")),
            new Bad(400, head("Transfer-Encoding: chunked") + "zz\r\n"),
            new Bad(413, head("Content-Length: 99999999")),
            new Bad(413, head("Transfer-Encoding: chunked") + "fffffff\r\n"),
            new Bad(414, "GET /" + "x".repeat(20_000)),
            new Bad(431, "GET / HTTP/1.1\r\nA: " + "x".repeat(20_000)),
            new Bad(431, "GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(200)),
            new Bad(501, "BREW / HTTP/1.1\r\nHost: h\r\n\r\n"),
            new Bad(505, "GET / HTTP/3.0\r\nHost: h\r\n\r\n"));

    private static String head(String lines) {
        return "POST /keys/n HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n\r\n";
    }

    @Override
    public String name() {
        return "malformed and oversized requests";
    }

    @Override
    public void act() throws IOException {
        for (Bad bad : ALL) {
            try (RawClient client = new RawClient(address)) {
                client.send(bad.text());
                RawClient.Reply reply = client.reply();
                if (reply.status() != bad.status() || !client.isAtEnd()) {
                    throw new AssertionError("expected " + bad + " but was " + reply);
                }
            }
        }
    }
}
