package dev.runnel.sample.http;

/** A whole request. */
public final class Request {

    private final Head head;
    private final byte[] body;

    Request(Head head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    /** What is wanted. */
    public Method method() {
        return head.method();
    }

    /** What it is wanted of: the path, from the slash on, percent-encoded as it came. */
    public String path() {
        return head.path();
    }

    /** What stood after the question mark; empty if there was none. */
    public String query() {
        return head.query();
    }

    /** Its header lines. */
    public Headers headers() {
        return head.headers();
    }

    /** Its body; not a copy. */
    public byte[] body() {
        return body;
    }

    Head head() {
        return head;
    }

    @Override
    public String toString() {
        return method() + " " + path();
    }
}
