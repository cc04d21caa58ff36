package dev.runnel.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** The lines of the README, as they stand there. */
class ReadmeTest {

    record Event(int n) {}

    record User(String id) {}

    interface Client {
        CompletableFuture<String> sendAsync(String request);
    }

    private final List<Event> stored = new ArrayList<>();

    @Test
    void lines_doWhatTheySay() {
        Flow.Publisher<Event> publisher = Flows.publisher(Iterators.feed(List.of(new Event(1), new Event(2))));
        Client client = request -> Futures.goFuture(() -> "page of " + request);
        String request = "it";
        String id = "7";
        Go.run(() -> {
            try (CancelContext ctx = Context.withCancel(Context.background())) {
                // As in the README:
                try (Inflow<Event> events =
                        Flows.subscribe(publisher, 64)) { // bounded: asks for what there is room for
                    for (Event event : events) store(event); // throws what the publisher failed with
                }
                String page =
                        Futures.await(client.sendAsync(request), ctx); // parks the goroutine, until the context ends
                CompletableFuture<User> user =
                        Futures.goFuture(ctx, task -> findUser(id, task)); // its cancel ends the task's context
                // Up to here.
                assertEquals(List.of(new Event(1), new Event(2)), stored);
                assertEquals("page of it", page);
                assertEquals(new User("7"), Futures.await(user));
            }
        });
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
