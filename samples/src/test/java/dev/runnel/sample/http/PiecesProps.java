package dev.runnel.sample.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The answers do not depend on the pieces in which the bytes come. */
class PiecesProps {

    @Provide
    Arbitrary<List<String>> requests() {
        return Arbitraries.of(
                        "GET /a HTTP/1.1\r\nHost: h\r\n\r\n",
                        "HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n",
                        "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
                        "PUT /b HTTP/1.1\r\nHost: h\r\nContent-Length: 12\r\n\r\nGET / HTTP\r\n",
                        "PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;x\r\n0\r\n\r\n\r\n2\r\nok\r\n0\r\nT: u\r\n\r\n",
                        "PUT /d HTTP/1.1\r\nHost: h\r\nExpect: y\r\n\r\n",
                        "nonsense\r\n",
                        "GET /" + "x".repeat(100) + " HTTP/1.1\r\nHost: h\r\n\r\n",
                        "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                .list()
                .ofMaxSize(6);
    }

    @Property(tries = 500)
    void pieces_doNotMatter(
            @ForAll("requests") List<String> requests,
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 40) Integer> sizes)
            throws IOException {
        String all = String.join("", requests);
        List<String> pieces = new ArrayList<>();
        for (int from = 0, i = 0; from < all.length(); i++) {
            int to = Math.min(all.length(), from + sizes.get(i % sizes.size()));
            pieces.add(all.substring(from, to));
            from = to;
        }

        assertEquals(undated(Talks.talk(List.of(all))), undated(Talks.talk(pieces)));
    }

    private static String undated(ScriptedWire wire) {
        return wire.written().replaceAll("Date: [^\r]*", "Date: now");
    }
}
