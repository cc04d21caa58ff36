package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.runtime.carrier.Arrivals;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A grant is a permit (D6): it is stored and then the thread is woken. It may come before the M sleeps, and survives that.
 * Passing a P is an edge: its counters, its holder's notes and the queues' owner side are plain, and go with it.
 */
public class Grant {

    /** Shared mode: one goes to sleep and is granted a P at that time. A lost wake-up would show as a test that times out. */
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
            m.grant(p);
        }

        @Actor
        public void machine(I_Result r) {
            m.mount();
            m.awaitGrant();
            r.r1 = m.processor().tick;
        }
    }

    /**
     * Dedicated mode: the JDK wants a thread to run on that has no P, and it is granted one. The giver stores the grant and
     * then looks for a request; the asker stores the request and then looks for a grant. One of them sees the other, and
     * the compare-and-set of the request makes it only one.
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
            m.grant(p);
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
}
