package dev.runnel.sample.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversationTest {

    private static final String GET = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

    @Test
    void answer_hasLengthAndDate() throws IOException {
        Headers headers = Talks.talk(List.of(GET)).replies().getFirst().headers();

        assertEquals("7", headers.get("Content-Length"));
        assertEquals("text/plain", headers.get("Content-Type"));
        assertTrue(
                headers.get("Date").matches("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT"),
                headers.get("Date"));
        assertEquals(0, headers.count("Connection"));
    }

    @Test
    void requestsThatComeTogether_areAnsweredInOrderAndTogether() throws IOException {
        ScriptedWire wire = Talks.talk(List.of(GET + GET.replace("/a", "/b") + GET.replace("/a", "/c")));

        assertEquals(
                "GET /a |GET /b |GET /c ",
                String.join(
                        "|", wire.replies().stream().map(RawClient.Reply::body).toList()));
        assertEquals(List.of(0, wire.written().length()), wire.writtenBefore);
    }

    @Test
    void answers_areWrittenBeforeTheRestOfARequestIsWaitedFor() {
        ScriptedWire wire = Talks.talk(List.of(GET + "GET /b HT", "TP/1.1\r\nHost: h\r\n\r\n"));

        assertEquals(3, wire.writtenBefore.size());
        assertEquals(0, wire.writtenBefore.get(0));
        assertEquals(wire.written().length() / 2, wire.writtenBefore.get(1));
        assertEquals(wire.written().length(), wire.writtenBefore.get(2));
    }

    @Test
    void head_hasAllButTheBody() {
        String get = Talks.talk(List.of(GET)).written();
        String head = Talks.talk(List.of(GET.replace("GET", "HEAD"))).written();

        assertTrue(head.endsWith("Content-Length: 8\r\n\r\n"), head);
        assertTrue(get.endsWith("\r\n\r\nGET /a "), get);
    }

    @Test
    void connectionClose_endsIt() throws IOException {
        ScriptedWire wire = Talks.talk(List.of(GET.replace("Host", "Connection: x, Close\r\nHost") + GET));

        assertEquals(1, wire.replies().size());
        assertEquals("close", wire.replies().getFirst().headers().get("Connection"));
        assertTrue(wire.writeIsEnded);
        assertTrue(wire.isClosed);
    }

    @Test
    void http10_endsUnlessAsked() throws IOException {
        String get = "GET /a HTTP/1.0\r\n\r\n";
        String more = "GET /a HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n";

        List<RawClient.Reply> replies =
                Talks.talk(List.of(more + more + get + get)).replies();

        assertEquals(
                List.of("keep-alive", "keep-alive", "close"),
                replies.stream().map(reply -> reply.headers().get("Connection")).toList());
    }

    @Test
    void expectContinue_isTold_beforeTheBodyIsWaitedFor() {
        String head = "PUT /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n";

        ScriptedWire waiting = Talks.talk(List.of(head, "xyz"));
        ScriptedWire hasty = Talks.talk(List.of(head + "xyz"));

        assertTrue(waiting.written().startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), waiting.written());
        assertEquals(List.of(0, 25), waiting.writtenBefore.subList(0, 2));
        assertTrue(hasty.written().startsWith("HTTP/1.1 200 OK\r\n"), hasty.written());
    }

    @Test
    void expectContinue_isNotTold_forABodyThatIsRefused() throws IOException {
        assertEquals(
                "413 a body may have 100 bytes",
                Talks.answers("PUT /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 101\r\n\r\n"));
    }

    @Test
    void refusal_endsIt_afterWhatTheClientStillSends() throws IOException {
        ScriptedWire wire = Talks.talk(List.of("nonsense\r\n\r\n", GET, "x".repeat(10_000)));

        assertEquals(1, wire.replies().size());
        assertEquals("close", wire.replies().getFirst().headers().get("Connection"));
        assertTrue(wire.writeIsEnded);
        assertTrue(wire.isClosed);
        assertEquals(5, wire.writtenBefore.size(), "reads: nonsense, GET, the x in two, the end");
    }

    @Test
    void idleClient_isClosedWithoutAWord() {
        ScriptedWire wire = Talks.talk(List.of(ScriptedWire.LATE));

        assertEquals("", wire.written());
        assertEquals(List.of(Duration.ofSeconds(1)), wire.readTimes);
        assertTrue(wire.isClosed);
    }

    @Test
    void slowRequest_hasOneTimeForAllOfIt() throws IOException {
        ScriptedWire wire = Talks.talk(List.of("G", "E", "T", " ", ScriptedWire.LATE));

        assertEquals(
                "408 the request took too long",
                wire.replies().getFirst().status() + " "
                        + wire.replies().getFirst().body().strip());
        assertEquals(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), wire.readTimes.subList(0, 2));
        assertEquals(3, wire.readTimes.size(), "and one to skip what still comes");
    }

    @Test
    void slowBody_isLateAsWell() throws IOException {
        assertEquals(
                "408 the request took too long",
                Talks.answers("PUT /a HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx", ScriptedWire.LATE));
    }

    @Test
    void clientThatLeavesInTheMiddle_getsNoAnswer() {
        ScriptedWire wire = Talks.talk(List.of("GET /a HTTP"));

        assertEquals("", wire.written());
        assertTrue(wire.isClosed);
    }

    @Test
    void handlerThatFails_is500AndTheEnd() throws IOException {
        ScriptedWire wire = Talks.talk(List.of(GET.replace("/a", "/fail") + GET));

        assertEquals(1, wire.replies().size());
        assertEquals(500, wire.replies().getFirst().status());
        assertEquals("close", wire.replies().getFirst().headers().get("Connection"));
    }

    @Test
    void finish_letsTheRequestUnderWayBeTheLast() throws IOException {
        ScriptedWire wire = new ScriptedWire(List.of(GET + GET, GET));
        Conversation[] self = new Conversation[1];
        self[0] = new Conversation(
                wire,
                Talks.LIMITS,
                request -> {
                    finish(self[0]);
                    return Talks.echo(request);
                },
                new Tally());
        self[0].run();

        assertEquals(1, wire.replies().size());
        assertEquals("close", wire.replies().getFirst().headers().get("Connection"));
    }

    @Test
    void finish_beforeItBegins_isTheEnd() throws IOException {
        ScriptedWire wire = new ScriptedWire(List.of(GET));
        Conversation conversation = Talks.conversation(wire);
        conversation.finish();
        conversation.run();

        assertEquals("", wire.written());
        assertTrue(wire.isClosed);
    }

    @Test
    void turnedAway_is503() throws IOException {
        ScriptedWire wire = new ScriptedWire(List.of(GET));
        Talks.conversation(wire).turnAway();

        assertEquals(503, wire.replies().getFirst().status());
        assertEquals("close", wire.replies().getFirst().headers().get("Connection"));
        assertTrue(wire.isClosed);
    }

    @Test
    void responseHeader_isOneLine() {
        Response response = Response.of(Status.OK);
        String[] bad = {"a\r\nSet-Cookie: b", "a\nb", "\0"};
        for (String value : bad) {
            boolean refused = false;
            try {
                response.with("A", value);
            } catch (IllegalArgumentException e) {
                refused = true;
            }
            assertTrue(refused, value);
        }
        assertFalse(response.with("A", "b").header().length == 0);
    }

    private static void finish(Conversation conversation) {
        try {
            conversation.finish();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
