package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.IOException;
import java.net.SocketException;

/** Sends without end what nobody wants; the server stops listening. */
record Flood(String address) implements Actor {

    private static final int PIECES = 100;
    private static final byte[] PIECE = new byte[100_000];

    @Override
    public String name() {
        return "floods";
    }

    @Override
    public void act() throws IOException {
        try (RawClient client = new RawClient(address)) {
            client.send("PUT /keys/flood HTTP/1.1\r\nHost: h\r\nContent-Length: 10000000\r\n\r\n");
            for (int i = 0; i < PIECES; i++) {
                client.send(PIECE);
            }
            if (client.reply().status() == 413 && client.isAtEnd()) {
                return;
            }
        } catch (SocketException e) {
            return; // reset, as it should be
        }
        throw new AssertionError("the flood was taken");
    }
}
