package dev.runnel.sample.service;

import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.sample.service.Serving.late;
import static dev.runnel.sample.service.Serving.serve;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sample.http.Conversation;
import dev.runnel.sample.http.Limits;
import dev.runnel.sample.http.RawClient;
import dev.runnel.sample.http.Response;
import dev.runnel.sample.http.Status;
import dev.runnel.sample.http.Tally;
import dev.runnel.sample.http.Wire;
import dev.runnel.testkit.junit.Interleavings;
import io.vavr.collection.List;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How the service ends, and what becomes of slow clients. */
class DrainTest {

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(50);

    /** More than the system holds between a server and a client. */
    private static final int TOO_MUCH = 32 * 1024 * 1024;

    private static Settings settings(Duration drain, Duration idle, Duration request, Duration write) {
        Limits limits = Limits.STANDARD.withBody(TOO_MUCH).withTimes(idle, request, write);
        return new Settings(0, 2, drain, limits);
    }

    @Test
    void shutdown_answersWhatIsUnderWayAndEndsIdleConnections() throws Exception {
        serve(Settings.ofConnections(3), service -> {
            try (RawClient idle = new RawClient(service.address());
                    RawClient busy = new RawClient(service.address());
                    RawClient stopping = new RawClient(service.address())) {
                assertEquals(204, idle.ask("PUT", "/keys/a", "1").status());
                busy.send("POST /keys/a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
                assertEquals(100, busy.reply().status());
                assertEquals(202, stopping.ask("POST", "/shutdown", "").status());
                assertTrue(idle.isAtEnd());
                while (!service.connections().contains("reading a request, its last")) { // told in any order
                    Go.gosched();
                }

                busy.send("1");

                RawClient.Reply last = busy.reply();
                assertEquals("2", last.body());
                assertEquals("close", last.headers().get("Connection"));
                assertTrue(busy.isAtEnd());
            }
        });
    }

    /** Its goroutine may not have begun when the server stops. */
    @Interleavings(value = 500, failsOnLeaks = true)
    void connectionThatWasJustAccepted_doesNotHoldUpTheDrain() throws Exception {
        Connections connections = new Connections(1);
        Conversation conversation = new Conversation(
                new SilentWire(), Limits.STANDARD, request -> Response.text(Status.OK, ""), new Tally());
        Instant begin = now();

        assertTrue(connections.enter(conversation));
        go(() -> connections.run(conversation, conversation::run));

        assertEquals(List.empty(), connections.drain(LONG));
        assertEquals(begin, now());
    }

    /** A client that says nothing. */
    private static final class SilentWire implements Wire {

        private final CancelContext reading = Context.withCancel(Context.background());

        @Override
        public int read(byte[] into, int from, int length) {
            reading.done().recv();
            return -1;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {}

        @Override
        public void readWithin(Duration time) {}

        @Override
        public void writeWithin(Duration time) {}

        @Override
        public void endReading() {
            reading.cancel();
        }

        @Override
        public void endWriting() {}

        @Override
        public String peer() {
            return "a client";
        }

        @Override
        public void close() {
            reading.cancel();
        }
    }

    @Test
    void requestThatDoesNotEnd_isCutOffAndNamed() throws Exception {
        AtomicInteger port = new AtomicInteger();
        Settings settings = settings(SHORT, LONG, LONG, LONG);
        List<String> late = late(settings, service -> {
            RawClient client = new RawClient(service.address()); // is not closed before the service is
            port.set(client.socket().getLocalPort());
            client.send("PUT /keys/a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
            assertEquals(100, client.reply().status());
        });

        assertEquals(List.of("cut off: 127.0.0.1:" + port + " reading a request"), late);
    }

    @Test
    void answerThatNobodyTakes_isCutOffAndNamed() throws Exception {
        Settings settings = settings(SHORT, LONG, LONG, LONG);
        List<String> late = late(settings, service -> {
            RawClient client = new RawClient(service.address());
            assertEquals(204, client.ask("PUT", "/keys/a", "x".repeat(TOO_MUCH)).status());
            client.send(RawClient.request("GET", "/keys/a", ""));
            try (RawClient other = new RawClient(service.address())) {
                for (String phase = ""; !phase.contains("writing the answer to GET /keys/a"); ) {
                    phase = other.ask("GET", "/connections", "").body();
                }
            }
        });

        assertEquals(1, late.size());
        assertTrue(late.head().matches("cut off: 127.0.0.1:\\d+ writing the answer to GET /keys/a"), late.head());
    }

    @Test
    void idleConnection_isClosed() throws Exception {
        Settings settings = settings(LONG, SHORT, LONG, LONG);
        serve(settings, service -> {
            try (RawClient client = new RawClient(service.address())) {
                assertTrue(client.isAtEnd());
            }
            assertTrue(service.stats().contains("\n1 connections closed as idle\n"), service.stats());
        });
    }

    @Test
    void slowRequest_isLate() throws Exception {
        Settings settings = settings(LONG, LONG, SHORT, LONG);
        serve(settings, service -> {
            try (RawClient client = new RawClient(service.address())) {
                client.send("GET /keys HTTP/1.1\r\nHost: h\r\nA: ");
                assertEquals(408, client.reply().status());
                assertTrue(client.isAtEnd());
            }
        });
    }

    @Test
    void clientThatTakesNoAnswers_isCutOff() throws Exception {
        Settings settings = settings(LONG, LONG, LONG, SHORT);
        serve(settings, service -> {
            try (RawClient client = new RawClient(service.address());
                    RawClient other = new RawClient(service.address())) {
                assertEquals(
                        204, client.ask("PUT", "/keys/a", "x".repeat(TOO_MUCH)).status());
                client.send(RawClient.request("GET", "/keys/a", ""));
                while (!other.ask("GET", "/stats", "").body().contains("1 connections closed as late")) {
                    Thread.onSpinWait();
                }
            }
        });
    }
}
