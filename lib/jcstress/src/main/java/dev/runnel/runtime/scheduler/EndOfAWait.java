package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IL_Result;
import org.openjdk.jcstress.infra.results.IZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A goroutine's wait is ended by its deadline, by a peer or by an interrupt: by one of them, which readies it once (K2,
 * K3, D3). And what is left of a wait cannot end the next one: neither a timer that was taken out of the heap and fires
 * late, nor an interrupt that is meant for a wait that allowed it, if the next one does not.
 *
 * <p>A goroutine that is readied twice would stand in two queues. Both would then run it: {@code become} would fail,
 * and this test with an error, or it would be in the global queue twice.
 */
public class EndOfAWait {

    @JCStressTest
    @Outcome(
            id = {"1, peer", "1, timeout"},
            expect = ACCEPTABLE,
            desc = "Readied once, by the one or the other.")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "Nobody readied it.")
    @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "Both readied it.")
    @State
    public static class DeadlineAgainstPeer {
        private final Scheduler s = Still.scheduler(1);
        private final Goroutine g = Still.waiting(s);
        private final long ticket = g.openTicket();
        private final Waiter record = new Waiter(g);

        public DeadlineAgainstPeer() {
            s.timers.add(s.processors[0], new WakeTimer(g), 1);
        }

        @Actor
        public void watchdog() {
            s.processors[0].timers.fireDue(2);
        }

        @Actor
        public void peer() {
            if (g.claim(ticket)) {
                g.wakeWith(record);
                g.ready();
            }
        }

        @Arbiter
        public void end(IL_Result r) {
            r.r1 = s.global.size();
            r.r2 = g.firedWaiter() == record ? "peer" : "timeout";
        }
    }

    /** The wait was ended by a peer; the goroutine stops its timer and waits anew while the timer may be firing. */
    @JCStressTest
    @Outcome(id = "0, open", expect = ACCEPTABLE, desc = "The second wait is as it was.")
    @Outcome(expect = FORBIDDEN, desc = "The deadline of the first wait ended the second.")
    @State
    public static class DeadlineOfFormerWait {
        private final Scheduler s = Still.scheduler(1);
        private final Goroutine g = Still.waiting(s);
        private final WakeTimer timer = new WakeTimer(g);

        public DeadlineOfFormerWait() {
            s.timers.add(s.processors[0], timer, 1);
            g.claim(g.openTicket());
        }

        @Actor
        public void goroutine() {
            g.become(GoroutineStatus.RUNNABLE);
            g.become(GoroutineStatus.RUNNING);
            timer.cancel();
            g.openWait();
            g.become(GoroutineStatus.WAITING);
        }

        @Actor
        public void watchdog() {
            s.processors[0].timers.fireDue(2);
        }

        @Arbiter
        public void end(IL_Result r) {
            r.r1 = s.global.size();
            r.r2 = g.hasOpenWait() ? "open" : "ended";
        }
    }

    /** An interrupt comes while a wait that allows it ends and one begins that does not. */
    @JCStressTest
    @Outcome(
            id = {"true, true", "false, true"},
            expect = ACCEPTABLE,
            desc = "The first wait, or none; the second is open.")
    @Outcome(id = ".*, false", expect = FORBIDDEN, desc = "A wait was interrupted that does not allow it.")
    @State
    public static class InterruptOfFormerWait {
        private static final Scheduler SCHEDULER = Still.scheduler(1);

        private final Goroutine g = Still.waiting(SCHEDULER);
        private final long ticket = g.openTicket();

        public InterruptOfFormerWait() {
            g.interruptible = true;
        }

        @Actor
        public void goroutine() {
            g.claim(ticket); // by a peer, or the interrupt was first; either way the goroutine goes on
            g.interruptible = false;
            g.openWait();
        }

        @Actor
        public void interrupt(ZZ_Result r) {
            r.r1 = g.claimInterruptibleWait();
            if (r.r1) {
                g.wakeWith(WakeCause.INTERRUPT);
            }
        }

        @Arbiter
        public void end(ZZ_Result r) {
            r.r2 = g.hasOpenWait();
        }
    }

    /** A peer ends the wait of a goroutine that lingers and is just giving that up. */
    @JCStressTest
    @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "It goes on where it is.")
    @Outcome(id = "1, false", expect = ACCEPTABLE, desc = "It parks, and is readied.")
    @Outcome(id = "0, false", expect = FORBIDDEN, desc = "It parks, and nobody readies it.")
    @Outcome(id = "1, true", expect = FORBIDDEN, desc = "It goes on, and is in a queue.")
    @State
    public static class PeerAgainstLingering {
        private final Scheduler s = Still.scheduler(1);
        private final Goroutine g = Still.running(s);
        private final Lingering lingering = new Lingering();
        private final long ticket = g.openWait();

        public PeerAgainstLingering() {
            g.become(lingering.waits(true, true));
        }

        @Actor
        public void peer() {
            if (g.claim(ticket)) {
                g.wakeWith(new Waiter(g));
                g.ready();
            }
        }

        @Actor
        public void goroutine(IZ_Result r) {
            r.r2 = lingering.bringsBack(g);
        }

        @Arbiter
        public void end(IZ_Result r) {
            r.r1 = s.global.size();
        }
    }
}
