package dev.runnel.sample.load;

import dev.runnel.sample.http.Request;
import dev.runnel.sample.http.Response;
import dev.runnel.sample.http.Status;
import java.nio.charset.StandardCharsets;

/** A handler that has its answers ready, so that what is measured is the way to it and back. */
final class Pages {

    private static final byte[] SMALL = "hello, world\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LARGE = "0123456789abcde\n".repeat(1024).getBytes(StandardCharsets.US_ASCII);

    private Pages() {}

    static Response page(Request request) {
        return switch (request.path()) {
            case "/small" -> Response.of(Status.OK, "text/plain", SMALL);
            case "/large" -> Response.of(Status.OK, "text/plain", LARGE);
            default -> Response.text(Status.NOT_FOUND, "there is nothing at " + request.path());
        };
    }
}
