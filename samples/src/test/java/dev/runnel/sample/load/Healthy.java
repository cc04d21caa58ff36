package dev.runnel.sample.load;

import dev.runnel.sample.http.RawClient;
import dev.runnel.sample.http.RawClient.Reply;
import java.io.IOException;

/** Does what clients do, on a connection that it keeps, and sees that each answer is right. */
final class Healthy implements Actor {

    private static final int PER_CONNECTION = 50;
    private static final int TOGETHER = 8;

    private final String address;
    private final String path;
    private RawClient client;
    private int turn;

    Healthy(String address, int number) throws IOException {
        this.address = address;
        path = "/keys/healthy" + number;
        client = new RawClient(address);
    }

    @Override
    public String name() {
        return "healthy clients' turns";
    }

    @Override
    public void act() throws IOException {
        if (++turn % PER_CONNECTION == 0) {
            client.close();
            client = new RawClient(address);
        }
        String value = Integer.toString(turn);
        expect(204, "", client.ask("PUT", path, value));
        expect(200, value, client.ask("GET", path, ""));
        client.send("POST " + path + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n");
        expect(200, Integer.toString(turn + 1), client.reply());
        client.send(RawClient.request("GET", path, "").repeat(TOGETHER));
        for (int i = 0; i < TOGETHER; i++) {
            expect(200, Integer.toString(turn + 1), client.reply());
        }
        expect(200, "", client.ask("HEAD", path, ""));
    }

    private static void expect(int status, String body, Reply reply) {
        if (reply.status() != status || !reply.body().equals(body)) {
            throw new AssertionError("expected " + status + " " + body + " but was " + reply);
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
