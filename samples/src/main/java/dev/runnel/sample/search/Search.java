package dev.runnel.sample.search;

import static dev.runnel.Go.chan;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.scope.Scope;
import io.vavr.collection.Iterator;
import io.vavr.collection.List;
import io.vavr.control.Either;
import java.io.IOException;
import java.time.Duration;

/** Asks for several kinds of results at once. */
final class Search {

    /**
     * A kind of result.
     *
     * @param name what it is
     * @param replicas the servers that have it
     */
    record Kind(String name, List<Replica> replicas) {}

    /**
     * What was found.
     *
     * @param kind of which kind it is
     * @param result the answer, or why there is none
     */
    record Found(String kind, Either<Exception, String> result) {}

    private Search() {}

    /**
     * What is found in time, in the order in which it came. Kinds that took too long are missing.
     *
     * @param parent when it ends, so does the search
     * @param limit how long to wait
     */
    static List<Found> run(Context parent, String query, List<Kind> kinds, Duration limit) {
        try (CancelContext context = Context.withTimeout(parent, limit);
                Scope scope = Scope.open(context)) {
            Chan<Found> answers = chan(kinds.length());
            for (Kind kind : kinds) {
                scope.go(() -> answers.send(new Found(kind.name(), first(context, query, kind.replicas()))));
            }
            return Iterator.ofAll(answers.until(context)).take(kinds.length()).toList();
        }
    }

    /** The first answer; if all replicas fail, what the last of them said. */
    static Either<Exception, String> first(Context parent, String query, List<Replica> replicas) {
        try (Scope scope = Scope.open(parent)) {
            Chan<Either<Exception, String>> answers = chan(replicas.length());
            for (Replica replica : replicas) {
                scope.go(() -> answers.send(ask(replica, query, scope.context())));
            }
            Either<Exception, String> answer = Either.left(new IOException("there is no replica"));
            for (int i = 0; i < replicas.length() && answer.isLeft(); i++) {
                answer = answers.recv().get();
            }
            return answer;
        }
    }

    private static Either<Exception, String> ask(Replica replica, String query, Context context) {
        try {
            return Either.right(replica.ask(query, context));
        } catch (Exception e) {
            return Either.left(e);
        }
    }
}
