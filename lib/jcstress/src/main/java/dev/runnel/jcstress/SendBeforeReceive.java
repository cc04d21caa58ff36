package dev.runnel.jcstress;

import static dev.runnel.Go.chan;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.channel.Chan;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * C44: what was done before a send is visible after its receive.
 *
 * <p>The sender stores into a plain field and sends; the receiver receives and loads it. There is an edge whichever way
 * the value went: by the channel's lock, through the buffer or to a waiting receiver; and to a parked one by the ticket
 * and the wake-up as well. So a receive that got the value sees the store. One that gave up (C43) may see it or not,
 * and is not checked.
 *
 * <p>Unseen would mean that the lock is given back without a release, or taken without an acquire, or that a woken
 * thread goes on without having read what its waker wrote last.
 */
public class SendBeforeReceive {

    /** Through a buffer, two threads, no form but the plain one: the code that compilers may move about most freely. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Seen.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The store before the send is not visible.")
    @State
    public static class Buffered {
        private final Chan<String> c = chan(1);
        private int x;

        @Actor
        public void sender() {
            x = 1;
            c.send("v");
        }

        @Actor
        public void receiver(I_Result r) {
            c.recvOrNull();
            r.r1 = x;
        }
    }

    /**
     * Through a buffer to a receiver that asks once: it does not park, so the fast path of {@code tryRecv} is seen
     * alone, too.
     */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Received, and seen.")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not received; nothing is promised (C43).")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The store before the send is not visible.")
    @State
    public static class Tried {
        private final Chan<String> c = chan(1);
        private int x;

        @Actor
        public void sender() {
            x = 1;
            c.trySend("v");
        }

        @Actor
        public void receiver(I_Result r) {
            r.r1 = c.tryRecv().isEmpty() ? -1 : x;
        }
    }

    /** All forms of both sides, capacities 0 to 2, threads and goroutines. */
    @JCStressTest
    @Outcome(id = ".*, .*, seen", expect = ACCEPTABLE, desc = "Received, and seen.")
    @Outcome(id = ".*, .*, nothing", expect = ACCEPTABLE, desc = "One side gave up; nothing is promised (C43).")
    @Outcome(id = ".*, .*, unseen", expect = FORBIDDEN, desc = "The store before the send is not visible.")
    @State
    public static class AllForms {
        private final Chan<String> c = chan(Pick.below(3));
        private int x;

        @Actor
        public void sender(LLL_Result r) {
            Sending form = Sending.any();
            r.r1 = form;
            Pick.Who.any().run(() -> {
                x = 1;
                form.sendOrClose(c);
            });
        }

        @Actor
        public void receiver(LLL_Result r) {
            Receiving form = Receiving.any();
            r.r2 = form;
            Pick.Who.any().run(() -> {
                boolean got = form.receiveOrClose(c) == Receiving.Got.VALUE;
                r.r3 = !got ? "nothing" : x == 1 ? "seen" : "unseen";
            });
        }
    }
}
