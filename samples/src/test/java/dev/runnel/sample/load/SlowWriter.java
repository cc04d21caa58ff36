package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.IOException;
import java.net.SocketException;

/** Sends a request a byte now and then (slow loris); the server tells it that this takes too long. */
record SlowWriter(String address) implements Actor {

    @Override
    public String name() {
        return "slow writers";
    }

    @Override
    public void act() throws IOException, InterruptedException {
        try (RawClient client = new RawClient(address)) {
            client.send("GET /keys HTTP/1.1\r\nHost: h\r\nA: ");
            while (client.socket().getInputStream().available() == 0) {
                client.send("x");
                Thread.sleep(20);
            }
            int status = client.reply().status();
            if (status != 408) {
                throw new AssertionError(status);
            }
        } catch (SocketException e) {
            throw new AssertionError("closed without a word", e);
        }
    }
}
