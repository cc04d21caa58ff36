package dev.runnel.sample.http;

/**
 * A request without its body.
 *
 * @param method what is wanted
 * @param path what it is wanted of, percent-encoded as it came
 * @param query what stood after the question mark; empty if there was none
 * @param isHttp10 whether it is HTTP/1.0, not 1.1
 * @param headers its header lines
 */
record Head(Method method, String path, String query, boolean isHttp10, Headers headers) {

    /** Whether the client wants to go on with this connection. */
    boolean keepsAlive() {
        return !headers.lists("Connection", "close") && (!isHttp10 || headers.lists("Connection", "keep-alive"));
    }

    /** Whether the client waits to be told to go on before it sends the body. */
    boolean expectsContinue() {
        return !isHttp10 && headers.get("Expect").equalsIgnoreCase("100-continue");
    }
}
