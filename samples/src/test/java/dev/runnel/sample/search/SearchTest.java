package dev.runnel.sample.search;

import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.sample.Ran;
import dev.runnel.testkit.Bubble;
import io.vavr.collection.List;
import io.vavr.control.Either;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class SearchTest {

    private static final Duration LIMIT = Duration.ofMillis(80);

    /** Who gave up, and when. */
    private final Queue<String> gaveUp = new ConcurrentLinkedQueue<>();

    private Replica replica(String name, int millis) {
        return (query, context) -> {
            Instant begin = now();
            try {
                sleep(Duration.ofMillis(millis), context);
            } catch (CancelledException e) {
                gaveUp.add(name + " after " + millisSince(begin));
                throw e;
            }
            return query + " by " + name;
        };
    }

    private static Replica broken(int millis) {
        return (query, context) -> {
            sleep(Duration.ofMillis(millis), context);
            throw new IOException("broken after " + millis);
        };
    }

    private static long millisSince(Instant begin) {
        return Duration.between(begin, now()).toMillis();
    }

    @Test
    void fastestReplica_wins_andTheOthersGiveUpThen() {
        Bubble.run(() -> {
            Instant begin = now();
            List<Replica> replicas = List.of(replica("a", 30), replica("b", 10), replica("c", 20));

            Either<Exception, String> answer = Search.first(Context.background(), "x", replicas);

            assertEquals("x by b", answer.get());
            assertEquals(10, millisSince(begin));
            assertEquals(List.of("a after 10", "c after 10"), List.ofAll(gaveUp).sorted());
            assertEquals(1, Go.numGoroutine());
        });
    }

    @Test
    void replicaThatFails_doesNotCount() {
        Bubble.run(() -> {
            List<Replica> replicas = List.of(broken(5), replica("slow", 50), broken(10));

            assertEquals(
                    "x by slow",
                    Search.first(Context.background(), "x", replicas).get());
        });
    }

    @Test
    void allReplicasFail_theLastSaysWhy() {
        Bubble.run(() -> {
            List<Replica> replicas = List.of(broken(5), broken(20), broken(10));

            Either<Exception, String> answer = Search.first(Context.background(), "x", replicas);

            assertEquals("broken after 20", answer.getLeft().getMessage());
        });
    }

    @Test
    void noReplica_isAFailure() {
        Bubble.run(() ->
                assertTrue(Search.first(Context.background(), "x", List.empty()).isLeft()));
    }

    @Test
    void kindsThatTakeTooLong_areLeftOut() {
        Bubble.run(() -> {
            Instant begin = now();
            List<Search.Kind> kinds = List.of(
                    new Search.Kind("web", List.of(replica("web 1", 70), replica("web 2", 90))),
                    new Search.Kind("images", List.of(replica("images 1", 100), replica("images 2", 1_000_000))),
                    new Search.Kind("videos", List.of(replica("videos 1", 10))));

            List<Search.Found> found = Search.run(Context.background(), "x", kinds, LIMIT);

            assertEquals(List.of("videos", "web"), found.map(Search.Found::kind));
            assertEquals(
                    List.of("x by videos 1", "x by web 1"),
                    found.map(one -> one.result().get()));
            assertEquals(80, millisSince(begin));
            assertEquals(
                    List.of("images 1 after 80", "images 2 after 80", "web 2 after 70"),
                    List.ofAll(gaveUp).sorted());
            assertEquals(1, Go.numGoroutine());
        });
    }

    @Test
    void allKindsAreThere_theLimitIsNotWaitedFor() {
        Bubble.run(() -> {
            Instant begin = now();
            List<Search.Kind> kinds = List.of("a", "b").map(name -> new Search.Kind(name, List.of(replica(name, 20))));

            assertEquals(2, Search.run(Context.background(), "x", kinds, LIMIT).length());
            assertEquals(20, millisSince(begin));
        });
    }

    @Test
    void endOfTheParent_endsTheSearch() {
        Bubble.run(() -> {
            Instant begin = now();
            try (CancelContext parent = Context.withTimeout(Context.background(), Duration.ofMillis(15))) {
                List<Search.Kind> kinds = List.of(new Search.Kind("web", List.of(replica("web", 20))));

                assertEquals(List.empty(), Search.run(parent, "x", kinds, LIMIT));
                assertEquals(15, millisSince(begin));
            }
        });
    }

    @Test
    void program_printsALinePerKind() {
        Ran ran = Ran.program("search", "golang", "3", "60000");

        assertEquals(0, ran.status(), ran.err());
        String line = ": 'golang' by %s [123] after \\d+ ms\n";
        assertTrue(
                ran.out()
                        .matches(List.of("web", "images", "videos")
                                .map(kind -> kind + line.formatted(kind))
                                .mkString()),
                ran.out());
    }
}
