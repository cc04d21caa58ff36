package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import java.io.IOException;

/** Asks for much, and reads nothing of it; the server gives it up. */
record SlowReader(String address) implements Actor {

    private static final int ANSWERS = 40;

    @Override
    public String name() {
        return "slow readers";
    }

    @Override
    public void act() throws IOException, InterruptedException {
        try (RawClient slow = new RawClient(address);
                RawClient other = new RawClient(address)) {
            slow.send(RawClient.request("GET", Large.PATH, "").repeat(ANSWERS));
            String self = "127.0.0.1:" + slow.socket().getLocalPort() + " ";
            while (other.ask("GET", "/connections", "").body().contains(self)) {
                Thread.sleep(100);
            }
        }
    }
}
