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
 * C46: on an unbuffered channel, what was done before a receive is visible after the end of its send.
 *
 * <p>The edge runs against the value: the receiver stores and receives, the sender sends and loads. Either the receiver
 * parked first, and the sender found its record under the lock; or the sender parked first, and was woken by the
 * receiver.
 *
 * <p>Unseen would mean that a sender can go on before a receiver has come, that is, that the channel buffers; or that
 * the wake-up has no edge.
 */
public class ReceiveBeforeSendEnds {

    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Seen.")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The store before the receive is not visible.")
    @State
    public static class Plain {
        private final Chan<String> c = chan();
        private int x;

        @Actor
        public void sender(I_Result r) {
            c.send("v");
            r.r1 = x;
        }

        @Actor
        public void receiver() {
            x = 1;
            c.recvOrNull();
        }
    }

    @JCStressTest
    @Outcome(id = ".*, .*, seen", expect = ACCEPTABLE, desc = "Sent, and seen.")
    @Outcome(id = ".*, .*, nothing", expect = ACCEPTABLE, desc = "One side gave up; nothing is promised (C43).")
    @Outcome(id = ".*, .*, unseen", expect = FORBIDDEN, desc = "The store before the receive is not visible.")
    @State
    public static class AllForms {
        private final Chan<String> c = chan();
        private int x;

        @Actor
        public void sender(LLL_Result r) {
            Sending form = Sending.any();
            r.r1 = form;
            Pick.Who.any().run(() -> {
                boolean sent = form.sendOrClose(c);
                r.r3 = !sent ? "nothing" : x == 1 ? "seen" : "unseen";
            });
        }

        @Actor
        public void receiver(LLL_Result r) {
            Receiving form = Receiving.any();
            r.r2 = form;
            Pick.Who.any().run(() -> {
                x = 1;
                form.receiveOrClose(c);
            });
        }
    }
}
