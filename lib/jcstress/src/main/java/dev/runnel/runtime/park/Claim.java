package dev.runnel.runtime.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The claim: exactly one party ends a wait (K2), and a ticket is used once (K1).
 *
 * <p>Whoever wants to end the wait compares and sets its ticket from even to odd. A claim of a former wait names a
 * number that never comes again, so it fails, however late it is. With a flag that is set back between waits, as in Go,
 * or with a load and a store in place of the compare-and-set, two would complete the same wait: a value delivered
 * twice, or a goroutine in two queues.
 */
public class Claim {

    /** A peer and a timer, or two clauses of one select. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One of them.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "Two ended the same wait.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Nobody ended it.")
    @State
    public static class TwoPeers {
        private final StubStrand strand = new StubStrand();
        private final long ticket = strand.openWait();

        @Actor
        public void one(ZZ_Result r) {
            r.r1 = strand.claim(ticket);
        }

        @Actor
        public void other(ZZ_Result r) {
            r.r2 = strand.claim(ticket);
        }
    }

    /** A peer and an interrupt, which ends whichever wait is open. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One of them.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "Two ended the same wait.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Nobody ended it.")
    @State
    public static class PeerAndInterrupt {
        private final StubStrand strand = new StubStrand();
        private final long ticket = strand.openWait();

        @Actor
        public void peer(ZZ_Result r) {
            r.r1 = strand.claim(ticket);
        }

        @Actor
        public void interrupt(ZZ_Result r) {
            r.r2 = strand.claimOpenWait();
        }
    }

    /** A claimant that comes late: the strand has already been woken, and waits again. */
    @JCStressTest
    @Outcome(
            id = {"true, false, true", "false, true, true"},
            expect = ACCEPTABLE,
            desc = "One of them; the next wait is open.")
    @Outcome(expect = FORBIDDEN, desc = "A claim of the first wait ended the second.")
    @State
    public static class LateClaim {
        private final StubStrand strand = new StubStrand();
        private final long ticket = strand.openWait();

        @Actor
        public void strand(ZZZ_Result r) {
            r.r1 = strand.claim(ticket);
            strand.openWait();
        }

        @Actor
        public void late(ZZZ_Result r) {
            r.r2 = strand.claim(ticket);
        }

        @Arbiter
        public void end(ZZZ_Result r) {
            r.r3 = strand.hasOpenWait();
        }
    }

    /**
     * What the strand wrote before it opened the wait is visible to whoever claims it, a timer for instance, without a
     * lock.
     */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "The wait was not open yet.")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Claimed, and seen.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Claimed a wait whose record is not visible: opening is no release.")
    @State
    public static class OpenBeforeClaim {
        private final StubStrand strand = new StubStrand();
        private int record;

        @Actor
        public void strand() {
            record = 1;
            strand.openWait();
        }

        @Actor
        public void claimant(I_Result r) {
            r.r1 = strand.claimOpenWait() ? record : -1;
        }
    }
}
