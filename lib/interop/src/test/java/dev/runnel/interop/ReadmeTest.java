package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** The lines of the README, as they stand there. */
class ReadmeTest {

    record Event(int n) {}

    record User(String id) {}

    private final List<Event> stored = new ArrayList<>();

    @Test
    void lines_doWhatTheySay() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] text = "page of it".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            String authority = server.getAddress().getAddress().getHostAddress() + ":"
                    + server.getAddress().getPort();
            run(
                    client,
                    HttpRequest.newBuilder(URI.create("http://" + authority)).build());
        } finally {
            server.stop(0);
        }
    }

    private void run(HttpClient client, HttpRequest request) {
        Flow.Publisher<Event> publisher = Flows.publisher(Iterators.feed(List.of(new Event(1), new Event(2))));
        String id = "7";
        Go.run(() -> {
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                // As in the README:
                try (Inflow<Event> events =
                        Flows.subscribe(publisher, 64)) { // bounded: asks for what there is room for
                    for (Event event : events)
                        store(event); // a failure of the publisher is the cause of a CompletionException
                }
                HttpResponse<String> page = // client is a java.net.http.HttpClient
                        Futures.await(
                                client.sendAsync(request, BodyHandlers.ofString()),
                                ctx); // parks the goroutine, until the context ends
                CompletableFuture<User> user =
                        Futures.goFuture(ctx, task -> findUser(id, task)); // its cancel ends the task's context
                // Up to here.
                assertEquals(List.of(new Event(1), new Event(2)), stored);
                assertEquals("page of it", page.body());
                assertEquals(new User("7"), Futures.await(user));
            }
        });
    }

    @Test
    void failureOfThePublisher_isTheCauseOfACompletionException() {
        IOException why = new IOException("no");
        Flow.Publisher<Event> publisher = Flows.publisher((out, context) -> {
            throw why;
        });
        try (Inflow<Event> events = Flows.subscribe(publisher, 64)) {
            CompletionException thrown = assertThrows(CompletionException.class, () -> events.forEach(this::store));
            assertSame(why, thrown.getCause());
        }
    }

    @Test
    void readme_hasTheseLines() throws IOException {
        String readme = dense(Files.readString(Path.of("..", "..", "README.md")));
        String here = Files.readString(Path.of("src", "test", "java", "dev", "runnel", "interop", "ReadmeTest.java"));
        String begin = "// As in the README:";
        String lines = here.substring(here.indexOf(begin) + begin.length(), here.indexOf("// Up to here."));
        assertTrue(readme.contains(dense(lines)), lines);
    }

    /** The formatter may break lines. */
    private static String dense(String text) {
        return text.replaceAll("\\s+", "");
    }

    private void store(Event event) {
        stored.add(event);
    }

    private static User findUser(String id, Context task) {
        return new User(task.err().isEmpty() ? id : "none");
    }
}
