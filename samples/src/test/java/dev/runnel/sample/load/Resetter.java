package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.IOException;

/** Is killed in the middle of something: the server finds the connection reset. */
record Resetter(String address) implements Actor {

    private static final String[] WORDS = {
        "",
        "GET /keys HT",
        "PUT /keys/reset HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nabc",
        "PUT /keys/reset HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "GET /keys HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET " + Large.PATH + " HTTP/1.1\r\nHost: h\r\n\r\n",
        "nonsense\r\n",
    };

    @Override
    public String name() {
        return "clients killed";
    }

    @Override
    public void act() throws IOException {
        for (String words : WORDS) {
            RawClient client = new RawClient(address);
            client.send(words);
            client.reset();
        }
    }
}
