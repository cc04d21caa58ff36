package dev.runnel.runtime.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.park.StubStrand;
import dev.runnel.runtime.park.Waiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * {@code trySend} and {@code tryRecv} are exact (C38 to C41, H7): without the lock they may fail only if there was an
 * instant within the call at which the channel was open and not ready.
 *
 * <p>In these tests the channel is ready as long as it is open, and another closes it. So "not ready" is never true.
 * Such an answer would show that {@code closed} is looked at before readiness: the close takes the waiting peer off its
 * queue in between.
 */
public class TryOperations {

    /** A peer that waits on a channel, without a thread. */
    static final class Parked extends StubStrand {
        final Waiter record = new Waiter(this);

        Parked(Channel<String> on, boolean toSend) {
            on.lock();
            record.open(openWait(), toSend ? "v" : null);
            on.enqueue(record, toSend);
            on.unlock();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"sent", "closed"},
            expect = ACCEPTABLE,
            desc = "Before or after the close.")
    @Outcome(id = "not ready", expect = FORBIDDEN, desc = "A receiver waited until the close.")
    @State
    public static class SendAgainstClose {
        private final Channel<String> c = new Channel<>(0);
        private final Parked receiver = new Parked(c, false);

        @Actor
        public void sender(L_Result r) {
            try {
                r.r1 = c.trySend("v") ? "sent" : "not ready";
            } catch (ChannelException.SendOnClosed e) {
                r.r1 = "closed";
            }
        }

        @Actor
        public void closer() {
            c.close();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"value", "closed"},
            expect = ACCEPTABLE,
            desc = "Before or after the close.")
    @Outcome(id = "not ready", expect = FORBIDDEN, desc = "A sender waited until the close.")
    @State
    public static class ReceiveAgainstClose {
        private final Channel<String> c = new Channel<>(0);
        private final Parked sender = new Parked(c, true);

        @Actor
        public void receiver(L_Result r) {
            var got = c.tryRecv();
            r.r1 = got.isClosed() ? "closed" : got.isEmpty() ? "not ready" : "value";
        }

        @Actor
        public void closer() {
            c.close();
        }
    }

    /** A value in the buffer outlives the close. */
    @JCStressTest
    @Outcome(id = "value", expect = ACCEPTABLE, desc = "It was there all the time.")
    @Outcome(
            id = {"closed", "not ready"},
            expect = FORBIDDEN,
            desc = "A value in the buffer was overlooked.")
    @State
    public static class DrainAgainstClose {
        private final Channel<String> c = new Channel<>(1);

        public DrainAgainstClose() {
            c.send("v");
        }

        @Actor
        public void receiver(L_Result r) {
            var got = c.tryRecv();
            r.r1 = got.isClosed() ? "closed" : got.isEmpty() ? "not ready" : "value";
        }

        @Actor
        public void closer() {
            c.close();
        }
    }

    /** The last value and the close come while a receiver asks: never "closed" before the value. */
    @JCStressTest
    @Outcome(
            id = {"not ready", "value"},
            expect = ACCEPTABLE,
            desc = "Before or after the send.")
    @Outcome(id = "closed", expect = FORBIDDEN, desc = "Closed was reported while a value was in the buffer.")
    @State
    public static class SendThenClose {
        private final Channel<String> c = new Channel<>(1);

        @Actor
        public void receiver(L_Result r) {
            var got = c.tryRecv();
            for (int i = 0; i < 100 && got.isEmpty(); i++) {
                got = c.tryRecv();
            }
            r.r1 = got.isClosed() ? "closed" : got.isEmpty() ? "not ready" : "value";
        }

        @Actor
        public void closer() {
            c.send("v");
            c.close();
        }
    }
}
