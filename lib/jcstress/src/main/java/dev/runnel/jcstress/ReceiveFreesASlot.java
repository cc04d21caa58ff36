package dev.runnel.jcstress;

import static dev.runnel.Go.chan;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.channel.Chan;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * C47: on a channel of capacity C, what was done before the k-th receive is visible after the end of the (k+C)-th send.
 *
 * <p>The channel is full, so the next send ends only because of the first receive. If that send was parked, its value
 * moved into the slot that the receive freed, and the receiver woke it; if it came later, it found the room under the
 * lock. This is what makes a channel a counting semaphore: send to acquire, receive to release.
 */
public class ReceiveFreesASlot {

    /** A channel of capacity one as a lock around a plain counter. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "Both additions count.")
    @Outcome(id = "1", expect = FORBIDDEN, desc = "Both were inside at once, or the second did not see the first.")
    @State
    public static class Semaphore {
        private final Chan<String> c = chan(1);
        private int n;

        private void add() {
            c.send("v");
            n++;
            c.recvOrNull();
        }

        @Actor
        public void one() {
            add();
        }

        @Actor
        public void other() {
            add();
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = n;
        }
    }

    /** All forms of both sides, capacities 1 to 3, threads and goroutines. */
    @JCStressTest
    @Outcome(id = ".*, .*, seen", expect = ACCEPTABLE, desc = "Sent, and seen.")
    @Outcome(id = ".*, .*, nothing", expect = ACCEPTABLE, desc = "The sender gave up; nothing is promised (C43).")
    @Outcome(id = ".*, .*, unseen", expect = FORBIDDEN, desc = "The store before the receive is not visible.")
    @Outcome(id = ".*, .*, empty", expect = FORBIDDEN, desc = "A receive from a full buffer gave up.")
    @State
    public static class AllForms {
        private final Chan<String> c;
        private int x;
        private boolean empty;

        public AllForms() {
            int capacity = 1 + Pick.below(3);
            c = chan(capacity);
            for (int i = 0; i < capacity; i++) {
                c.send("before");
            }
        }

        @Actor
        public void sender(LLL_Result r) {
            Sending form = Sending.any();
            r.r1 = form;
            Pick.Who.any().run(() -> {
                try {
                    r.r3 = !form.send(c) ? "nothing" : x == 1 ? "seen" : "unseen";
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts here", e);
                }
            });
        }

        @Actor
        public void receiver(LLL_Result r) {
            Receiving form = Receiving.any();
            r.r2 = form;
            Pick.Who.any().run(() -> {
                x = 1;
                empty = form.receiveOrClose(c) != Receiving.Got.VALUE;
            });
        }

        @Arbiter
        public void end(LLL_Result r) {
            if (empty) {
                r.r3 = "empty";
            }
        }
    }
}
