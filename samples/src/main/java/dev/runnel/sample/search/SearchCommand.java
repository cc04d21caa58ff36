package dev.runnel.sample.search;

import dev.runnel.Go;
import dev.runnel.context.Context;
import dev.runnel.sample.Arguments;
import dev.runnel.sample.Command;
import dev.runnel.sample.Terminal;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * {@code search QUERY [REPLICAS] [MILLIS]}: asks REPLICAS replicas of each server, and waits MILLIS milliseconds for an
 * answer.
 */
public final class SearchCommand implements Command {

    private static final int SLOWEST = 100;
    private static final int LIMIT = 80;

    @Override
    public int run(Arguments arguments, Terminal terminal) {
        String query = arguments.word("QUERY");
        int replicas = arguments.number("REPLICAS", 2, 1, 10_000);
        int millis = arguments.number("MILLIS", LIMIT, 1, 60_000);
        arguments.end();
        List<Search.Kind> kinds = List.of("web", "images", "videos")
                .map(name -> new Search.Kind(
                        name, List.rangeClosed(1, replicas).map(number -> pretend(name + " " + number))));
        Go.run(() -> {
            List<Search.Found> found = Search.run(Context.background(), query, kinds, Duration.ofMillis(millis));
            for (Search.Kind kind : kinds) {
                print(kind.name(), found.find(one -> one.kind().equals(kind.name())), terminal);
            }
        });
        return 0;
    }

    private static void print(String kind, Option<Search.Found> found, Terminal terminal) throws IOException {
        String result = found.map(one -> one.result().getOrElseGet(failure -> "failed: " + failure.getMessage()))
                .getOrElse("no answer in time");
        terminal.say(kind + ": " + result);
    }

    /** A server that takes sometimes less, sometimes more time. */
    private static Replica pretend(String server) {
        return (query, context) -> {
            int millis = ThreadLocalRandom.current().nextInt(SLOWEST);
            Go.sleep(Duration.ofMillis(millis), context);
            return "'" + query + "' by " + server + " after " + millis + " ms";
        };
    }
}
