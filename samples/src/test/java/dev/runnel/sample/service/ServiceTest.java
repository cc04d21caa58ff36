package dev.runnel.sample.service;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sample.Goroutines;
import dev.runnel.sample.Ran;
import dev.runnel.sample.net.Client;
import io.vavr.collection.List;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

class ServiceTest {

    /** What a test does with a service that runs. */
    private interface Talk {
        void with(Service service) throws Exception;
    }

    private static void serve(int mostConnections, Talk talk) throws IOException {
        Service service = new Service(0, mostConnections);
        Go.run(() -> {
            GoHandle serving = go("service", service::run);
            talk.with(service);
            service.stop("the test is over");
            serving.join();
            assertThrows(ConnectException.class, () -> new Client(service.address()).close());
            Goroutines.awaitNoOthers();
        });
    }

    @Test
    void requests_areAnswered() throws Exception {
        serve(1, service -> {
            try (Client client = new Client(service.address())) {
                assertEquals("NONE", client.ask("GET a"));
                assertEquals("OK", client.ask("SET a some words"));
                assertEquals("VALUE some words", client.ask("GET a"));
                assertEquals("VALUE 5", client.ask("ADD n 5"));
                assertEquals("VALUE 3", client.ask("ADD n -2"));
                assertEquals("VALUE 2", client.ask("SIZE\r"));
                assertEquals("OK", client.ask("DELETE a"));
                assertEquals("NONE", client.ask("DELETE a"));
                assertEquals("BYE", client.ask("QUIT"));
                assertNull(client.answer());
            }
        });
    }

    @Test
    void badRequests_areErrors() throws Exception {
        serve(1, service -> {
            try (Client client = new Client(service.address())) {
                for (String bad : List.of("", "HELLO", "GET", "GET a b", "SET a", "SIZE 1")) {
                    assertTrue(client.ask(bad).startsWith("ERROR not one of: SET key value, "), bad);
                }
                assertEquals("ERROR 'x' is not a number", client.ask("ADD n x"));
                assertEquals("OK", client.ask("SET n x"));
                assertEquals("ERROR 'x' is not a number", client.ask("ADD n 1"));
            }
        });
    }

    @Test
    void longLine_isRefusedAndSkipped() throws Exception {
        serve(1, service -> {
            try (Client client = new Client(service.address())) {
                int value = Connection.LONGEST_LINE - "SET k ".length();
                assertEquals("OK", client.ask("SET k " + "v".repeat(value)));
                assertEquals("ERROR a line may have 1024 bytes", client.ask("SET k " + "w".repeat(value + 1)));
                assertEquals("ERROR a line may have 1024 bytes", client.ask("x".repeat(100_000)));
                assertEquals("VALUE " + "v".repeat(value), client.ask("GET k"));
            }
        });
    }

    @Test
    void tooManyConnections_areTurnedAway() throws Exception {
        serve(2, service -> {
            try (Client first = new Client(service.address());
                    Client second = new Client(service.address())) {
                assertEquals("VALUE 0", first.ask("SIZE"));
                assertEquals("VALUE 0", second.ask("SIZE"));
                try (Client third = new Client(service.address())) {
                    assertEquals("ERROR there are 2 connections, and no room for more", third.answer());
                    assertNull(third.answer());
                }
                assertEquals("BYE", first.ask("QUIT"));
                awaitRoom(service);
                assertEquals("VALUE 0", second.ask("SIZE"));
            }
        });
    }

    private static void awaitRoom(Service service) throws IOException {
        boolean room = false;
        while (!room) {
            try (Client client = new Client(service.address())) {
                client.send("SIZE\n");
                room = "VALUE 0".equals(client.answer());
            } catch (SocketException e) {
                room = false; // turned away before it could send
            }
        }
    }

    @Test
    void additions_areNotLost() throws Exception {
        int clients = 8;
        int times = 50;
        serve(clients + 1, service -> {
            List<GoHandle> adding = List.fill(
                    clients,
                    () -> go("client", () -> {
                        try (Client client = new Client(service.address())) {
                            for (int i = 0; i < times; i++) {
                                client.ask("ADD total 1");
                            }
                        }
                    }));
            adding.forEach(GoHandle::join);
            try (Client client = new Client(service.address())) {
                assertEquals("VALUE " + clients * times, client.ask("GET total"));
            }
        });
    }

    @Test
    void shutdown_answersWhatHasComeAndEndsIdleConnections() throws Exception {
        serve(2, service -> {
            try (Client idle = new Client(service.address());
                    Client busy = new Client(service.address())) {
                assertEquals("OK", idle.ask("SET a 1"));
                busy.send("ADD a 1\nADD a 1\nSHUTDOWN\n");
                assertEquals("VALUE 2", busy.answer());
                assertEquals("VALUE 3", busy.answer());
                assertEquals("BYE", busy.answer());
                assertNull(busy.answer());
                assertEquals("BYE", idle.answer());
                assertNull(idle.answer());
            }
        });
    }

    @Test
    void storeThatIsFull_takesNoNewKeys() {
        Go.run(() -> {
            Store store = new Store(1);
            Chan<Store.Call> calls = chan();
            Chan<String> answer = chan(1);
            GoHandle storing = go(() -> store.run(calls));
            calls.send(new Store.Call(new Request.Set("a", "1"), answer));
            assertEquals("OK", answer.recv().get());
            calls.send(new Store.Call(new Request.Add("b", 1), answer));
            assertEquals(
                    "ERROR there are 1 keys, and no room for more",
                    answer.recv().get());
            calls.send(new Store.Call(new Request.Add("a", 1), answer));
            assertEquals("VALUE 2", answer.recv().get());
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
