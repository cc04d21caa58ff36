package dev.runnel.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.runnel.time.Timer;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * A timer that is due is stopped, or set for later, while another thread receives from it (T3, T4, T10): either the
 * stop says that it has undone it, or the receiver has the value; and afterwards there is none. Both take the lock of
 * the channel; what the receiver's look has put into the slot, the stop takes out again, or else the receiver has it.
 */
public class StopAgainstReceive {

    /** The timer and what is received. */
    abstract static class Due {
        final Timer timer = new Timer(Duration.ZERO);

        @Actor
        public void receiver(ZZZ_Result r) {
            r.r2 = !timer.c().tryRecv().isEmpty();
        }

        @Arbiter
        public void end(ZZZ_Result r) {
            r.r3 = !timer.c().tryRecv().isEmpty();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "Stopped.")
    @Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "Received.")
    @Outcome(expect = FORBIDDEN, desc = "The answer does not agree with the receiver, or a value was left.")
    @State
    public static class Stop extends Due {
        @Actor
        public void stopper(ZZZ_Result r) {
            r.r1 = timer.stop();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, false", expect = ACCEPTABLE, desc = "Undone.")
    @Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "Received.")
    @Outcome(expect = FORBIDDEN, desc = "The answer does not agree with the receiver, or a value was left.")
    @State
    public static class Reset extends Due {
        @Actor
        public void setter(ZZZ_Result r) {
            r.r1 = timer.reset(Duration.ofHours(1));
        }
    }
}
