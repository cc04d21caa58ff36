package dev.runnel.runtime.carrier;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A carrier retires while a rider is brought to it: the rider ends up at the successor, once (V7). Whether there is a
 * successor is looked up under the lock under which a rider is appended, and the retiring side takes the riders that
 * came before.
 */
public class CarrierRetirement {

    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "At the successor.")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Left at a carrier that is stuck: the rider never runs.")
    @Outcome(expect = FORBIDDEN, desc = "Lost, or at two carriers.")
    @State
    public static class BringAgainstRetire {
        private final Carrier stuck = Arrivals.carrier();
        private final Carrier fresh = Arrivals.carrier();
        private final Rider rider = new StubRider();

        @Actor
        public void giver() {
            stuck.bring(rider);
        }

        @Actor
        public void watchdog() {
            stuck.retireFor(() -> fresh);
        }

        @Arbiter
        public void end(II_Result r) {
            r.r1 = Arrivals.of(rider, stuck);
            r.r2 = Arrivals.of(rider, fresh);
        }
    }
}
