package dev.runnel.sample.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Conversations with a handler that says what it was asked. */
final class Talks {

    /** Small, so that tests can exceed them; the times mark what was waited for. */
    static final Limits LIMITS =
            new Limits(64, 200, 5, 100, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3));

    private Talks() {}

    /** Says method, path, query, and body. */
    static Response echo(Request request) {
        if (request.path().equals("/fail")) {
            throw new IllegalStateException("as it was asked to");
        }
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        String text = request + query + " " + new String(request.body(), ISO_8859_1);
        return Response.of(Status.OK, "text/plain", text.getBytes(ISO_8859_1));
    }

    static Conversation conversation(Wire wire) {
        return new Conversation(wire, LIMITS, Talks::echo, new Tally());
    }

    /** Has the client send these pieces, and gives the wire at the end. */
    static ScriptedWire talk(List<String> pieces) {
        ScriptedWire wire = new ScriptedWire(pieces);
        conversation(wire).run();
        return wire;
    }

    /** The answers to this, each as status and body. */
    static String answers(String... pieces) throws IOException {
        return answers(List.of(pieces));
    }

    static String answers(List<String> pieces) throws IOException {
        return talk(pieces).replies().stream()
                .map(reply -> reply.status() + " " + reply.body().strip())
                .collect(Collectors.joining("; "));
    }
}
