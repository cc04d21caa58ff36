package dev.runnel.sample.service;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.sample.service.Serving.serve;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Ran;
import dev.runnel.sample.http.Limits;
import dev.runnel.sample.http.RawClient;
import io.vavr.collection.List;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceTest {

    private static String ask(RawClient client, String method, String path, String body) throws IOException {
        RawClient.Reply reply = client.ask(method, path, body);
        return reply.status() + " " + reply.body().strip();
    }

    @Test
    void requests_areAnswered() throws Exception {
        serve(Settings.ofConnections(1), service -> {
            try (RawClient client = new RawClient(service.address())) {
                assertEquals("404 there is no such key", ask(client, "GET", "/keys/a", ""));
                assertEquals("204 ", ask(client, "PUT", "/keys/a", "some words"));
                assertEquals("200 some words", ask(client, "GET", "/keys/a", ""));
                assertEquals("200 some words", ask(client, "GET", "/keys/%61", ""));
                assertEquals("200 ", ask(client, "HEAD", "/keys/a", ""));
                assertEquals("200 5", ask(client, "POST", "/keys/n", "5"));
                assertEquals("200 3", ask(client, "POST", "/keys/n", "-2\n"));
                assertEquals("200 2", ask(client, "GET", "/keys", ""));
                assertEquals("204 ", ask(client, "DELETE", "/keys/a", ""));
                assertEquals("404 there is no such key", ask(client, "DELETE", "/keys/a", ""));
                assertEquals("204 ", ask(client, "PUT", "/keys/%C3%A4%20%2F", "ä"));
                assertEquals("200 ä", ask(client, "GET", "/keys/%c3%a4%20%2f", ""));
                assertTrue(ask(client, "GET", "/", "").contains("GET    /stats"));
                assertTrue(ask(client, "GET", "/stats", "").contains("\n1 connections open\n"));
            }
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET     | /nothing   |         | 404 there is nothing at /nothing",
                "GET     | /keys/     |         | 404 there is nothing at /keys/",
                "GET     | /keys/%4   |         | 400 a key is percent-encoded UTF-8",
                "GET     | /keys/%xy  |         | 400 a key is percent-encoded UTF-8",
                "GET     | /keys/%ff  |         | 400 a key is percent-encoded UTF-8",
                "DELETE  | /keys      |         | 405 allowed: GET, HEAD",
                "PUT     | /          | x       | 405 allowed: GET, HEAD",
                "GET     | /shutdown  |         | 405 allowed: POST",
                "PATCH   | /keys/a    | x       | 405 allowed: GET, HEAD, PUT, POST, DELETE",
                "OPTIONS | /keys/a    |         | 204 ''",
                "POST    | /keys/n    | x       | 400 'x' is not a number",
                "POST    | /keys/n    |         | 400 '' is not a number",
                "POST    | /keys/text | 1       | 409 'x' is not a number, or too large a one",
                "POST    | /keys/most | 1       | 409 '9223372036854775807' is not a number, or too large a one",
            })
    void badRequests_areErrors(String method, String path, String body, String answer) throws Exception {
        serve(Settings.ofConnections(1), service -> {
            try (RawClient client = new RawClient(service.address())) {
                assertEquals("204 ", ask(client, "PUT", "/keys/text", "x"));
                assertEquals("204 ", ask(client, "PUT", "/keys/most", Long.toString(Long.MAX_VALUE)));
                assertEquals(answer.replace("204 ''", "204 "), ask(client, method, path, body == null ? "" : body));
                assertEquals("200 2", ask(client, "GET", "/keys", ""), "the connection goes on");
            }
        });
    }

    @Test
    void valueThatIsNoText_isRefused() throws Exception {
        serve(Settings.ofConnections(1), service -> {
            try (RawClient client = new RawClient(service.address())) {
                client.send("PUT /keys/a HTTP/1.1\r\nHost: test\r\nContent-Length: 1\r\n\r\n");
                client.send(new byte[] {(byte) 0xff});
                assertEquals(400, client.reply().status());
            }
        });
    }

    @Test
    void largeValue_isRefused() throws Exception {
        Settings settings = Settings.ofConnections(2).withLimits(Limits.STANDARD.withBody(100_000));
        serve(settings, service -> {
            try (RawClient client = new RawClient(service.address());
                    RawClient other = new RawClient(service.address())) {
                assertEquals("204 ", ask(client, "PUT", "/keys/k", "v".repeat(100_000)));
                assertEquals("413 a body may have 100000 bytes", ask(client, "PUT", "/keys/k", "w".repeat(100_001)));
                assertTrue(client.isAtEnd());
                assertEquals("200 " + "v".repeat(100_000), ask(other, "GET", "/keys/k", ""));
            }
        });
    }

    @Test
    void tooManyConnections_areTurnedAway() throws Exception {
        serve(Settings.ofConnections(2), service -> {
            try (RawClient first = new RawClient(service.address());
                    RawClient second = new RawClient(service.address())) {
                assertEquals("200 0", ask(first, "GET", "/keys", ""));
                assertEquals("200 0", ask(second, "GET", "/keys", ""));
                try (RawClient third = new RawClient(service.address())) {
                    RawClient.Reply sorry = third.reply();
                    assertEquals(503, sorry.status());
                    assertEquals("1", sorry.headers().get("Retry-After"));
                    assertTrue(third.isAtEnd());
                }
                first.close();
                awaitRoom(service);
                assertEquals("200 0", ask(second, "GET", "/keys", ""));
            }
        });
    }

    private static void awaitRoom(Service service) throws IOException {
        boolean room = false;
        while (!room) {
            try (RawClient client = new RawClient(service.address())) {
                room = client.ask("GET", "/keys", "").status() == 200;
            }
        }
    }

    @Test
    void additions_areNotLost() throws Exception {
        int clients = 8;
        int times = 50;
        serve(Settings.ofConnections(clients + 1), service -> {
            List<GoHandle> adding = List.fill(
                    clients,
                    () -> go("client", () -> {
                        try (RawClient client = new RawClient(service.address())) {
                            for (int i = 0; i < times; i++) {
                                client.ask("POST", "/keys/total", "1");
                            }
                        }
                    }));
            adding.forEach(GoHandle::join);
            try (RawClient client = new RawClient(service.address())) {
                assertEquals("200 " + clients * times, ask(client, "GET", "/keys/total", ""));
            }
        });
    }

    @Test
    void storeThatIsFull_takesNoNewKeys() {
        Go.run(() -> {
            Store store = new Store(1);
            Chan<Store.Call> calls = chan();
            Chan<Answer> answer = chan(1);
            GoHandle storing = go(() -> store.run(calls));
            calls.send(new Store.Call(new Query.Set("a", "1"), answer));
            assertInstanceOf(Answer.Done.class, answer.recv().get());
            calls.send(new Store.Call(new Query.Add("b", 1), answer));
            assertEquals(new Answer.Full(1), answer.recv().get());
            calls.send(new Store.Call(new Query.Add("a", 1), answer));
            assertEquals(new Answer.Value("2"), answer.recv().get());
            calls.close();
            storing.join();
        });
    }

    @Test
    void portInUse_isOneClearLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ran ran = Ran.program("service", Integer.toString(taken.getLocalPort()));

            assertTrue(ran.err().startsWith("service: cannot listen on port " + taken.getLocalPort()), ran.err());
            assertEquals(2, ran.status());
        }
    }
}
