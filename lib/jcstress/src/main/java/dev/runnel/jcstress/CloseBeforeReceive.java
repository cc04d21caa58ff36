package dev.runnel.jcstress;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.close;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.channel.Chan;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * C45: what was done before a close is visible after a receive that reports it.
 *
 * <p>{@code closed} is written under the lock. Most receives read it under the lock, too; a {@code tryRecv} reads it
 * without, and needs it to be volatile for this. A receiver that was parked when the channel was closed has its edge
 * from the wake-up.
 */
public class CloseBeforeReceive {

    /** The fast path, which has no lock. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "Closed, and seen.")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not closed yet; nothing is promised (C43).")
    @Outcome(id = "0", expect = FORBIDDEN, desc = "The store before the close is not visible.")
    @State
    public static class Tried {
        private final Chan<String> c = chan(1);
        private int x;

        @Actor
        public void closer() {
            x = 1;
            close(c);
        }

        @Actor
        public void receiver(I_Result r) {
            r.r1 = c.tryRecv().isClosed() ? x : -1;
        }
    }

    /**
     * A close tells many receivers that wait, or that come late: here it is one, by each form, as a thread or a
     * goroutine.
     */
    @JCStressTest
    @Outcome(id = ".*, seen", expect = ACCEPTABLE, desc = "Closed, and seen.")
    @Outcome(id = ".*, nothing", expect = ACCEPTABLE, desc = "Gave up before the close; nothing is promised (C43).")
    @Outcome(id = ".*, unseen", expect = FORBIDDEN, desc = "The store before the close is not visible.")
    @Outcome(id = ".*, value", expect = FORBIDDEN, desc = "A value that nobody sent.")
    @State
    public static class AllForms {
        private final Chan<String> c = chan(Pick.below(2));
        private int x;

        @Actor
        public void closer() {
            Pick.Who.any().run(() -> {
                x = 1;
                close(c);
            });
        }

        @Actor
        public void receiver(LL_Result r) {
            Receiving form = Receiving.any();
            r.r1 = form;
            Pick.Who.any().run(() -> r.r2 = look(form));
        }

        private String look(Receiving form) {
            try {
                return switch (form.receive(c)) {
                    case VALUE -> "value";
                    case CLOSED -> x == 1 ? "seen" : "unseen";
                    case NOTHING -> "nothing";
                };
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts here", e);
            }
        }
    }
}
