package dev.runnel.select;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.nilChan;
import static dev.runnel.runtime.channel.Queues.receivers;
import static dev.runnel.runtime.channel.Queues.senders;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Crew.Kind;
import dev.runnel.Crew.Member;
import dev.runnel.Go;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChannelException.SendOnClosed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/**
 * reflect's TestSelect: any mix of clauses in any order, compared with what is allowed. S3, S5, S7, S11 to S13, S16,
 * S22, S23.
 */
class SelectProps {

    private enum Shape {
        READY_SEND,
        READY_RECV,
        BLOCKED_SEND,
        BLOCKED_RECV,
        HELPED_SEND,
        HELPED_RECV,
        NIL_SEND,
        NIL_RECV,
        NULL_SEND,
        NULL_RECV,
        CLOSED_SEND,
        CLOSED_RECV,
        DRAINING_RECV,
        OTHERWISE,
        TIMEOUT;

        boolean isReady() {
            return switch (this) {
                case READY_SEND, READY_RECV, CLOSED_SEND, CLOSED_RECV, DRAINING_RECV -> true;
                default -> false;
            };
        }

        boolean isHelped() {
            return this == HELPED_SEND || this == HELPED_RECV;
        }
    }

    /** One clause, and what can be seen of it afterwards. */
    private final class Clause {
        final Shape shape;
        final int number;
        final Chan<Integer> c;

        Clause(Shape shape, int number) {
            this.shape = shape;
            this.number = number;
            c = switch (shape) {
                case READY_SEND, READY_RECV, DRAINING_RECV -> chan(1);
                case NIL_SEND, NIL_RECV -> nilChan();
                default -> chan();
            };
            if (shape == Shape.READY_RECV || shape == Shape.DRAINING_RECV) {
                c.send(number);
            }
            if (shape == Shape.DRAINING_RECV || shape == Shape.CLOSED_RECV || shape == Shape.CLOSED_SEND) {
                c.close();
            }
        }

        void addTo(Choice<Integer> choice, Duration timeout) {
            switch (shape) {
                case READY_SEND, BLOCKED_SEND, HELPED_SEND, NIL_SEND, CLOSED_SEND ->
                    choice.send(c, number, () -> number);
                case NULL_SEND -> choice.sendFrom(null, () -> number, () -> number);
                case READY_RECV, BLOCKED_RECV, HELPED_RECV, NIL_RECV, DRAINING_RECV ->
                    choice.recv(c, v -> {
                        assertEquals(number, v.get());
                        return number;
                    });
                case CLOSED_RECV ->
                    choice.recv(c, v -> {
                        assertTrue(v.isEmpty());
                        return number;
                    });
                case NULL_RECV -> choice.recv(null, () -> number);
                case OTHERWISE -> choice.otherwise(() -> number);
                case TIMEOUT -> choice.after(timeout, () -> number);
            }
        }

        /** The other end, for clauses that are helped: gives up when told to. */
        boolean help(Chan<Integer> enough) {
            return Go.choose()
                    .recv(enough, v -> false)
                    .recv(shape == Shape.HELPED_SEND ? c : null, v -> v.get() == number)
                    .send(shape == Shape.HELPED_RECV ? c : null, number, () -> true)
                    .get();
        }

        boolean hasHappened() {
            return switch (shape) {
                case READY_SEND -> c.len() == 1;
                case READY_RECV, DRAINING_RECV -> c.len() == 0;
                default -> false;
            };
        }
    }

    @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
    void anyMixOfClauses_choosesOneThatIsAllowed(
            @ForAll Kind kind, @ForAll @Size(min = 1, max = 6) List<Shape> wanted) {
        List<Clause> clauses = new ArrayList<>();
        boolean hasOtherwise = false;
        for (Shape shape : wanted) {
            if (shape != Shape.OTHERWISE || !hasOtherwise) {
                clauses.add(new Clause(shape, clauses.size() + 1));
            }
            hasOtherwise |= shape == Shape.OTHERWISE;
        }
        boolean otherwise = hasOtherwise;
        boolean ready = clauses.stream().anyMatch(c -> c.shape.isReady());
        boolean helped = clauses.stream().anyMatch(c -> c.shape.isHelped());
        boolean timeout = clauses.stream().anyMatch(c -> c.shape == Shape.TIMEOUT);
        if (!ready && !helped && !timeout && !otherwise) {
            clauses.add(new Clause(Shape.TIMEOUT, clauses.size() + 1));
        }
        kind.run(crew -> {
            Choice<Integer> choice = Go.choose().recv(null, () -> -1);
            // never over before the select looks, however late, if there is something to find then
            Duration limit = ready || otherwise ? Duration.ofHours(1) : Duration.ofMillis(1);
            clauses.forEach(c -> c.addTo(choice, limit));
            Chan<Integer> enough = chan();
            int[] helps = new int[clauses.size() + 1];
            List<Member> helpers = new ArrayList<>();
            for (Clause clause : clauses) {
                if (clause.shape.isHelped()) {
                    helpers.add(crew.go(() -> helps[clause.number] = clause.help(enough) ? 1 : 0));
                }
            }
            int chosen = 0; // stands for an exception
            try {
                chosen = choice.get();
            } catch (SendOnClosed e) {
                assertTrue(clauses.stream().anyMatch(c -> c.shape == Shape.CLOSED_SEND));
            }
            enough.close();
            helpers.forEach(Member::join);
            Shape shape = chosen == 0 ? Shape.CLOSED_SEND : clauses.get(chosen - 1).shape;
            assertTrue(chosen == 0 || shape != Shape.CLOSED_SEND);
            switch (shape) {
                case READY_SEND, READY_RECV, CLOSED_SEND, CLOSED_RECV, DRAINING_RECV, HELPED_SEND, HELPED_RECV -> {}
                case OTHERWISE -> assertTrue(!ready && otherwise);
                case TIMEOUT -> assertTrue(!ready && !otherwise);
                default -> throw new AssertionError(shape + " cannot proceed");
            }
            for (Clause clause : clauses) {
                boolean isIt = clause.number == chosen;
                if (clause.shape.isHelped()) {
                    assertEquals(isIt ? 1 : 0, helps[clause.number]);
                } else if (clause.shape == Shape.READY_SEND
                        || clause.shape == Shape.READY_RECV
                        || clause.shape == Shape.DRAINING_RECV) {
                    assertEquals(isIt, clause.hasHappened());
                }
                if (!clause.c.equals(nilChan())) {
                    assertEquals(0, senders(clause.c) + receivers(clause.c));
                }
            }
        });
    }
}
