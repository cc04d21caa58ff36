package dev.runnel.sample.service;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.now;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.net.Conn;
import dev.runnel.net.Net;
import dev.runnel.net.NetException;
import dev.runnel.net.Pipe;
import dev.runnel.sample.http.Conversation;
import dev.runnel.sample.http.Limits;
import dev.runnel.sample.http.Response;
import dev.runnel.sample.http.Status;
import dev.runnel.sample.http.Tally;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.RandomPolicy;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Conversations over connections in memory: the limits as they are, in virtual time, and a drain under many schedules.
 */
class InMemoryTest {

    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");
    private static final String GET = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

    private final Tally tally = new Tally();

    private Conversation conversation(Conn conn) {
        return new Conversation(
                new ConnWire(conn), Limits.STANDARD, request -> Response.text(Status.OK, "done"), tally);
    }

    private static String all(Conn conn) throws IOException {
        return new String(conn.input().readAllBytes(), ISO_8859_1);
    }

    private static void send(Conn conn, String text) throws NetException {
        conn.write(text.getBytes(ISO_8859_1));
    }

    @Test
    void idleClient_isClosedAfterAMinute() {
        Bubble.run(() -> {
            Pipe pipe = Net.pipe();
            GoHandle server = go(conversation(pipe.server())::run);
            assertEquals("", all(pipe.client()));
            assertEquals(ORIGIN.plus(Limits.STANDARD.idle()), now());
            server.join();
        });
        assertEquals(Option.some(1L), tally.counts().get("connections closed as idle"));
    }

    @Test
    void slowRequest_isRefusedInTime() {
        Bubble.run(() -> {
            Pipe pipe = Net.pipe();
            GoHandle server = go(conversation(pipe.server())::run);
            send(pipe.client(), GET.substring(0, 9));
            String answer = all(pipe.client());
            assertTrue(answer.startsWith("HTTP/1.1 408"), answer);
            assertTrue(!now().isBefore(ORIGIN.plus(Limits.STANDARD.request())), () -> now().toString());
            server.join();
        });
    }

    @Test
    void clientThatDoesNotRead_isGivenUp() {
        Bubble.run(() -> {
            Pipe pipe = Net.pipe();
            GoHandle server = go(conversation(pipe.server())::run);
            send(pipe.client(), GET);
            server.join();
            assertEquals(ORIGIN.plus(Limits.STANDARD.write()), now());
        });
    }

    /** A request comes as the server drains: it is answered in full or not at all, and the drain ends. */
    @Test
    void drain_andARequestAtOnce() {
        Set<String> seen = new TreeSet<>();
        new Explorer(new RandomPolicy(1)).withRuns(2000).explore(() -> {
            Pipe pipe = Net.pipe(1024);
            Connections connections = new Connections(1);
            Conversation conversation = conversation(pipe.server());
            assertTrue(connections.enter(conversation));
            go(() -> connections.run(conversation, conversation::run));
            GoHandle client = go(() -> {
                try (Conn mine = pipe.client()) {
                    send(mine, GET);
                    String answer = all(mine);
                    assertTrue(answer.isEmpty() || answer.endsWith("\r\n\r\ndone\n"), answer);
                    seen.add(answer.isEmpty() ? "closed" : "answered");
                } catch (NetException.BrokenPipe e) {
                    seen.add("refused");
                }
            });
            gosched(); // for as long as the schedule says
            assertEquals(List.empty(), connections.drain(Duration.ofSeconds(5)));
            client.join();
        });
        assertEquals(Set.of("answered", "closed", "refused"), seen);
    }
}
