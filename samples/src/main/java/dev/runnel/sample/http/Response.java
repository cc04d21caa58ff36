package dev.runnel.sample.http;

import java.nio.charset.StandardCharsets;

/** An answer. Its length, the date, and what becomes of the connection are not its concern. */
public final class Response {

    private static final byte[] NOTHING = {};

    private final Status status;
    private final byte[] header;
    private final byte[] body;

    private Response(Status status, byte[] header, byte[] body) {
        this.status = status;
        this.header = header;
        this.body = body;
    }

    /** An answer without a body. */
    public static Response of(Status status) {
        return new Response(status, NOTHING, NOTHING);
    }

    /** An answer of one line of text. */
    public static Response text(Status status, String line) {
        return of(status, "text/plain; charset=utf-8", (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** An answer with a body, which is not copied. */
    public static Response of(Status status, String contentType, byte[] body) {
        return new Response(status, line("Content-Type", contentType), body);
    }

    /**
     * This answer, with another header line.
     *
     * @throws IllegalArgumentException if that would be more than one line
     */
    public Response with(String name, String value) {
        byte[] line = line(name, value);
        byte[] all = new byte[header.length + line.length];
        System.arraycopy(header, 0, all, 0, header.length);
        System.arraycopy(line, 0, all, header.length, line.length);
        return new Response(status, all, body);
    }

    private static byte[] line(String name, String value) {
        if (!Text.isToken(name) || !Text.isFieldText(value)) {
            throw new IllegalArgumentException("no header: " + name);
        }
        return (name + ": " + value + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What became of the request. */
    public Status status() {
        return status;
    }

    byte[] header() {
        return header;
    }

    byte[] body() {
        return body;
    }
}
