package dev.runnel.jcstress;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.select;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.channel.Chan;
import dev.runnel.runtime.channel.Records;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A select that waits takes part in exactly one communication, and its losing clauses leave no trace (S10, S22, S23;
 * K2, K5).
 *
 * <p>Its records stand in several queues under several locks. A peer that comes to one of them must win the ticket; one
 * that comes to another finds the record stale.
 */
public class SelectOnce {

    /** One peer tries both channels, again and again until one takes the value. */
    @JCStressTest
    @Outcome(
            id = {"1, 1, 0", "2, 2, 0"},
            expect = ACCEPTABLE,
            desc = "One clause; both sides agree on which.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "Both clauses, or none, or another than the peer's; or a record was left behind.")
    @State
    public static class TwoClauses {
        private final Chan<String> one = chan();
        private final Chan<String> other = chan();

        @Actor
        public void selecting(III_Result r) {
            select().recv(one, v -> r.r1 += 1).recv(other, v -> r.r1 += 2).run();
        }

        @Actor
        public void peer(III_Result r) {
            while (r.r2 == 0) {
                r.r2 = (one.trySend("v") ? 1 : 0) + (other.trySend("v") ? 2 : 0);
                Thread.onSpinWait();
            }
        }

        @Arbiter
        public void end(III_Result r) {
            r.r3 = Records.of(one) + Records.of(other);
        }
    }

    /**
     * Two selects that wait for each other in both directions, named in opposite orders: one communication, no
     * deadlock.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 2", "2, 1"},
            expect = ACCEPTABLE,
            desc = "One sent what the other received.")
    @Outcome(expect = FORBIDDEN, desc = "Both sent, both received, or two communications.")
    @State
    public static class TwoSelects {
        private final Chan<String> a = chan();
        private final Chan<String> b = chan();

        @Actor
        public void one(II_Result r) {
            select().send(a, "v", () -> r.r1 += 1).recv(b, v -> r.r1 += 2).run();
        }

        @Actor
        public void other(II_Result r) {
            select().send(b, "v", () -> r.r2 += 1).recv(a, v -> r.r2 += 2).run();
        }
    }
}
