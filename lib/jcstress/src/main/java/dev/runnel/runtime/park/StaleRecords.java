package dev.runnel.runtime.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.runtime.lock.SpinLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Records that stand in wait queues while their wait ends elsewhere (K4 to K6): each queue has its own lock, so two
 * peers can unlink two records of one strand at once. The ticket decides; whoever loses drops the record and looks at
 * the next one (C55, C56).
 */
public class StaleRecords {

    private static final class Locked extends SpinLock {
        private final WaitQueue queue = new WaitQueue();

        Waiter dequeue() {
            lock();
            try {
                return queue.dequeue();
            } finally {
                unlock();
            }
        }
    }

    /** One select waits in two channels; a peer comes to each. */
    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "One peer has it, the other finds nobody.")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "Two clauses of one select happened.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "Neither peer has it: both sides wait for ever.")
    @State
    public static class TwoChannels {
        private final Locked one = new Locked();
        private final Locked other = new Locked();

        public TwoChannels() {
            StubStrand select = new StubStrand();
            select.openWait();
            select.enqueuedIn(one.queue);
            select.enqueuedIn(other.queue);
        }

        @Actor
        public void peerAtOne(ZZ_Result r) {
            r.r1 = one.dequeue() != null;
        }

        @Actor
        public void peerAtOther(ZZ_Result r) {
            r.r2 = other.dequeue() != null;
        }
    }

    /** The first in line times out and withdraws, while a peer comes; another stands behind it. */
    @JCStressTest
    @Outcome(id = "first, false, false", expect = ACCEPTABLE, desc = "The peer has the first; the second waits on.")
    @Outcome(id = "second, true, true", expect = ACCEPTABLE, desc = "Timed out; the peer has the second.")
    @Outcome(id = "first, true, .*", expect = FORBIDDEN, desc = "Timed out, and served all the same.")
    @Outcome(id = "nobody, .*, .*", expect = FORBIDDEN, desc = "A stale record hid who stood behind it.")
    @Outcome(expect = FORBIDDEN, desc = "Overtaken, or left in the queue.")
    @State
    public static class TimeoutAndPeer {
        private final Locked channel = new Locked();
        private final StubStrand first = new StubStrand();
        private final long ticket = first.openWait();
        private final Waiter record = first.enqueuedIn(channel.queue);

        public TimeoutAndPeer() {
            StubStrand second = new StubStrand();
            second.openWait();
            second.enqueuedIn(channel.queue);
        }

        @Actor
        public void peer(LZZ_Result r) {
            Waiter served = channel.dequeue();
            r.r1 = served == null ? "nobody" : served == record ? "first" : "second";
        }

        @Actor
        public void timer(LZZ_Result r) {
            r.r2 = first.claim(ticket);
            if (r.r2) {
                channel.lock();
                channel.queue.remove(record);
                channel.unlock();
            }
        }

        @Arbiter
        public void end(LZZ_Result r) {
            r.r3 = channel.queue.isEmpty();
        }
    }
}
