package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.runtime.carrier.Arrivals;
import dev.runnel.runtime.carrier.Carrier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/**
 * {@code hold} decides about the P of an M in user code (D5): the M enters the runtime by turning USER into RUNTIME;
 * whoever wants to take the P turns USER into TAKING. One of them wins, so a P has one master (D2).
 *
 * <p>If both won, a goroutine would touch the queue of a P that another M owns: only by this word has the ring one
 * producer.
 */
public class HoldWord {

    @JCStressTest
    @Outcome(id = "true, false, kept", expect = ACCEPTABLE, desc = "Entered; the P is safe.")
    @Outcome(id = "false, true, gone", expect = ACCEPTABLE, desc = "Taken; the M will find out.")
    @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "Entered with a P that was taken.")
    @Outcome(expect = FORBIDDEN, desc = "Nobody has the P, or both.")
    @State
    public static class EnterAgainstTake {
        private static final Scheduler SCHEDULER = Still.scheduler(1);

        private final StubHolder m = StubHolder.inUserCode(SCHEDULER, Still.processor());

        @Actor
        public void goroutine(ZZL_Result r) {
            r.r1 = m.tryEnter();
        }

        @Actor
        public void watchdog(ZZL_Result r) {
            r.r2 = m.take(Holder.Why.OVERDUE) != null;
        }

        @Arbiter
        public void end(ZZL_Result r) {
            r.r3 = m.processorOrNull() == null ? "gone" : "kept";
        }
    }

    /**
     * Dedicated mode: the goroutine has parked itself in the JDK, and its carrier sees it leave and takes the P; at the
     * same time the JDK wants it to run on. One word says both that it rides and that the JDK has asked: so either the
     * carrier sees the request as it gives the rider up, or the asker sees that it no longer rides. The goroutine gets
     * its P back, or gets another and is brought there.
     */
    @JCStressTest
    @Outcome(id = "again", expect = ACCEPTABLE, desc = "The carrier gives the P back and runs it again.")
    @Outcome(id = "brought", expect = ACCEPTABLE, desc = "It has got an idle P and is brought to that one's carrier.")
    @Outcome(
            id = "pending",
            expect = FORBIDDEN,
            desc = "Neither saw the other: runnable for the JDK, and nobody brings it.")
    @Outcome(expect = FORBIDDEN, desc = "Brought twice, or brought and run again.")
    @State
    public static class LeaveAgainstAsk {
        // Its idle Ps do not run out: a sample that takes one puts its own there.
        private static final Scheduler SCHEDULER = Still.dedicated(4);

        private final StubHolder m = StubHolder.inUserCode(SCHEDULER, Still.processor());
        private final Carrier carrier = Arrivals.carrier();
        private boolean again;

        public LeaveAgainstAsk() {
            Arrivals.mount(m, StubHolder.CONTINUATION, carrier);
        }

        @Actor
        public void carrier() {
            again = Arrivals.leave(m, carrier);
        }

        @Actor
        public void jdk() {
            m.execute(StubHolder.CONTINUATION);
        }

        @Arbiter
        public void end(L_Result r) {
            Processor has = m.processorOrNull();
            Carrier at = has == null ? null : has.carrier;
            int arrivals = Arrivals.of(m, at);
            boolean pending = Arrivals.isPending(m);
            r.r1 = pending
                    ? "pending"
                    : again && arrivals == 0 ? "again" : !again && arrivals == 1 ? "brought" : "wrong";
        }
    }
}
