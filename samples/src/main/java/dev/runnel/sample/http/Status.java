package dev.runnel.sample.http;

import java.nio.charset.StandardCharsets;

/** What became of a request. */
@SuppressWarnings("ImmutableEnumChecker") // nobody writes to its bytes
public enum Status {
    OK(200, "OK"),
    CREATED(201, "Created"),
    ACCEPTED(202, "Accepted"),
    NO_CONTENT(204, "No Content"),
    BAD_REQUEST(400, "Bad Request"),
    NOT_FOUND(404, "Not Found"),
    METHOD_NOT_ALLOWED(405, "Method Not Allowed"),
    REQUEST_TIMEOUT(408, "Request Timeout"),
    CONFLICT(409, "Conflict"),
    CONTENT_TOO_LARGE(413, "Content Too Large"),
    URI_TOO_LONG(414, "URI Too Long"),
    EXPECTATION_FAILED(417, "Expectation Failed"),
    HEADERS_TOO_LARGE(431, "Request Header Fields Too Large"),
    INTERNAL_SERVER_ERROR(500, "Internal Server Error"),
    NOT_IMPLEMENTED(501, "Not Implemented"),
    SERVICE_UNAVAILABLE(503, "Service Unavailable"),
    VERSION_NOT_SUPPORTED(505, "HTTP Version Not Supported"),
    INSUFFICIENT_STORAGE(507, "Insufficient Storage");

    private final int code;
    private final String line;
    private final byte[] bytes;

    Status(int code, String reason) {
        this.code = code;
        line = code + " " + reason;
        bytes = ("HTTP/1.1 " + line + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** The number. */
    public int code() {
        return code;
    }

    /** The first line of an answer. */
    byte[] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return line;
    }
}
