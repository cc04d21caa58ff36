package dev.runnel.runtime.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.runtime.channel.MeetingPlace.Lingered;
import dev.runnel.runtime.park.StubStrand;
import dev.runnel.runtime.park.Waiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LZ_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A strand that lingers at a channel and its peer agree whether they met: the record is taken out under the lock, and
 * the strand gives up under the lock. One that was met without the lock sees what its peer wrote into the record, and
 * before. And one that goes over to the queue is ready all the time (C40).
 */
public class Meeting {

    /** A strand that may linger, and looks so often. */
    static final class Lingering extends StubStrand {
        private final int looks;

        Lingering(int looks) {
            this.looks = looks;
        }

        @Override
        public boolean mayLinger() {
            return true;
        }

        @Override
        public boolean linger(Waiter record) {
            for (int i = 0; i < looks; i++) {
                if (!record.lingers()) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Lingers for a moment; returns what was received, or that it was in vain. */
    static String receive(Channel<String> c, int looks) {
        Waiter record = new Waiter(new Lingering(looks));
        c.lock();
        if (c.linger(record, null) == Lingered.MET) {
            return String.valueOf(record.element);
        }
        c.leave();
        c.unlock();
        return "in vain";
    }

    @JCStressTest
    @Outcome(id = "v, true", expect = ACCEPTABLE, desc = "They met.")
    @Outcome(id = "in vain, false", expect = ACCEPTABLE, desc = "They did not.")
    @Outcome(expect = FORBIDDEN, desc = "One says that they met; or they did, and the value is not there.")
    @State
    public static class PeerAgainstGivingUp {
        private final Channel<String> c = new Channel<>(0);

        @Actor
        public void lingerer(LZ_Result r) {
            r.r1 = receive(c, 3);
        }

        @Actor
        public void sender(LZ_Result r) {
            r.r2 = c.trySend("v");
        }
    }

    /** What the sender did before is seen by the strand that was met; C44. */
    @JCStressTest
    @Outcome(
            id = {"true, 1", "false, 0", "false, 1"},
            expect = ACCEPTABLE,
            desc = "Seen if they met.")
    @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "They met, and it is not seen.")
    @State
    public static class WhatTheSenderDid {
        private final Channel<String> c = new Channel<>(0);
        private int data;

        @Actor
        public void lingerer(ZI_Result r) {
            r.r1 = receive(c, 50).equals("v");
            r.r2 = data;
        }

        @Actor
        public void sender() {
            data = 1;
            c.trySend("v");
        }
    }

    @JCStressTest
    @Outcome(
            id = {"closed", "in vain"},
            expect = ACCEPTABLE,
            desc = "Told of the close; or not, and its next look finds it.")
    @Outcome(expect = FORBIDDEN, desc = "Not told, and it would wait on a closed channel.")
    @State
    public static class CloseAgainstGivingUp {
        private final Channel<String> c = new Channel<>(0);

        @Actor
        public void lingerer(L_Result r) {
            Waiter record = new Waiter(new Lingering(3));
            c.lock();
            if (c.closed) {
                r.r1 = "closed";
                c.unlock();
            } else if (c.linger(record, null) == Lingered.MET) {
                r.r1 = record.success ? "a value" : "closed";
            } else {
                r.r1 = c.closed ? "waits on a closed channel" : "in vain";
                c.leave();
                c.unlock();
            }
        }

        @Actor
        public void closer() {
            c.close();
        }
    }

    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "It was found, here or there.")
    @Outcome(id = "true", expect = FORBIDDEN, desc = "It was overlooked in both.")
    @State
    public static class OverToTheQueue {
        private final Channel<String> c = new Channel<>(0);
        private final Waiter record = new Waiter(new Lingering(0));

        public OverToTheQueue() {
            c.lock();
            c.linger(record, null);
            c.unlock();
        }

        @Actor
        public void lingerer() {
            c.lock();
            record.open(record.strand().openWait(), null);
            c.receivers.enqueueFirst(record);
            c.leave();
            c.unlock();
        }

        @Actor
        public void looker(Z_Result r) {
            for (int i = 0; i < 20 && !r.r1; i++) {
                r.r1 = c.cannotTakeNow();
            }
        }
    }
}
