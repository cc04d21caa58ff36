package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.runtime.carrier.Arrivals;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A grant is a permit (D6): it is stored, and then the thread is woken. It may come before the M sleeps, and is not
 * lost then. Passing a P is an edge: its counters, its holder's notes and the queues' owner side are plain, and go with
 * it.
 */
public class Grant {

    /**
     * Shared mode: an M goes to sleep and is granted a P at that time. A lost wake-up would show as a test that times
     * out.
     */
    @JCStressTest
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "Woken, with all that the giver did to the P.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "Goes on without having seen what the giver did to the P.")
    @State
    public static class GiveAgainstSleep {
        private static final Scheduler SCHEDULER = Still.scheduler(1);

        private final Processor p = Still.processor();
        private final StubHolder m = StubHolder.waiting(SCHEDULER, p);

        @Actor
        public void giver() {
            p.tick = 7;
            m.grant(p, null);
        }

        @Actor
        public void machine(I_Result r) {
            m.mount();
            m.awaitGrant();
            r.r1 = m.processor().tick;
        }
    }

    /**
     * Dedicated mode: the JDK wants a thread to run on that has no P, and at that time the thread is granted one. The
     * giver stores the grant and then looks for a request; the asker stores the request and then looks for a grant. One
     * of them sees the other, and the compare-and-set of the request makes sure that only one acts.
     */
    @JCStressTest
    @Outcome(id = "brought", expect = ACCEPTABLE, desc = "To the carrier of the P, once.")
    @Outcome(id = "pending", expect = FORBIDDEN, desc = "Neither saw the other: a P that stands still with its M.")
    @Outcome(id = "twice", expect = FORBIDDEN, desc = "Both brought it.")
    @State
    public static class GiveAgainstAsk {
        private static final Scheduler SCHEDULER = Still.dedicated(1);

        private final Processor p = Still.processor();
        private final StubHolder m = StubHolder.waiting(SCHEDULER, p);

        @Actor
        public void giver() {
            m.grant(p, null);
        }

        @Actor
        public void jdk() {
            m.execute(StubHolder.CONTINUATION);
        }

        @Arbiter
        public void end(L_Result r) {
            int arrivals = Arrivals.of(m, p.carrier);
            r.r1 = arrivals == 1 ? "brought" : arrivals == 2 ? "twice" : "pending";
        }
    }

    /**
     * Dedicated mode: a holder that passes its P on leaves its carrier to the next one, without a fence between the
     * grant and the look at the request. The JDK asks once more, as it sometimes does late: it takes the request, finds
     * no grant, and puts the request back; or finds a grant.
     */
    @JCStressTest
    @Outcome(id = "mounted", expect = ACCEPTABLE, desc = "By the carrier that was left to it.")
    @Outcome(id = "brought", expect = ACCEPTABLE, desc = "To the carrier of the P, once.")
    @Outcome(id = "both", expect = ACCEPTABLE, desc = "Asked after it had left again; a stub takes up no grant.")
    @Outcome(id = "pending", expect = FORBIDDEN, desc = "Neither saw the other: a P that stands still with its M.")
    @Outcome(id = "twice", expect = FORBIDDEN, desc = "Brought twice.")
    @State
    public static class LeaveAgainstAsk {
        private static final Scheduler SCHEDULER = Still.dedicated(1);

        private final Processor p = Still.processor();
        private final StubHolder next = StubHolder.waiting(SCHEDULER, p);
        private final StubHolder left = StubHolder.waiting(SCHEDULER, Still.processor());
        private boolean mounted;

        public LeaveAgainstAsk() {
            next.execute(StubHolder.CONTINUATION); // it has yielded
        }

        @Actor
        public void carrier() {
            next.grant(p, p.carrier);
            mounted = Arrivals.goesOnAfter(left, Objects.requireNonNull(p.carrier));
        }

        @Actor
        public void jdk() {
            next.execute(StubHolder.CONTINUATION);
        }

        @Arbiter
        public void end(L_Result r) {
            int arrivals = Arrivals.of(next, p.carrier);
            r.r1 = arrivals == 2
                    ? "twice"
                    : mounted ? arrivals == 0 ? "mounted" : "both" : arrivals == 1 ? "brought" : "pending";
        }
    }

    /**
     * An M whose goroutine has ended joins the idle Ms of its P, and then gives that P away: the next holder may at
     * once grant it to this M, which has not put it down yet. Just one M has the P, and a goroutine that is to start is
     * not lost.
     */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The other has the P, and has not started anything.")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "It is granted to the first again, to start a goroutine.")
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "The first still has a P that is another's.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "The first has a P, and was granted another.")
    @State
    public static class RestAgainstStart {
        private final Scheduler s = Still.scheduler(1);
        private final Processor p = s.processors[0];
        private final Machine rests = Still.machine(s);
        private final Machine other = Still.machine(s);
        private final Goroutine goesOn = Still.runnable(s);
        private final Goroutine starts = Still.runnable(s);

        public RestAgainstStart() {
            rests.acquire(p);
            goesOn.machine = other;
        }

        @Actor
        public void rests(ZZ_Result r) {
            s.dispatch.handOverAndRest(rests, goesOn);
            r.r1 = rests.processorOrNull() == null;
        }

        @Actor
        public void other() {
            if (other.hasGrant()) {
                Still.forgetGrant(other);
                other.takeUp(p);
                s.dispatch.handOver(other, starts);
            }
        }

        @Arbiter
        public void end(ZZ_Result r) {
            boolean granted = Still.granted(rests) == p;
            if (granted != (rests.start == starts) || (!granted && Still.granted(other) != p)) {
                throw new IllegalStateException("granted: " + granted + ", to start: " + rests.start);
            }
            r.r2 = !granted;
        }
    }
}
