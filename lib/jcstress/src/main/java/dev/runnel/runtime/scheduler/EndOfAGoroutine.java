package dev.runnel.runtime.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * Whoever listens for a goroutine's end is told of it. The goroutine says that it is dead and then looks for a
 * listener; whoever sets a listener looks afterwards whether the goroutine is dead. One sees the other; both may, so a
 * listener may be told twice.
 *
 * <p>The end is a release store and the look a plain volatile load, so there is a full fence between them. Without it
 * the load may come first: both miss each other, and {@code join()} waits for ever.
 */
public class EndOfAGoroutine {

    private static final class Told implements Goroutine.EndListener {
        private final AtomicInteger times = new AtomicInteger();

        @Override
        public void ended() {
            times.incrementAndGet();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"1", "2"},
            expect = ACCEPTABLE,
            desc = "Told.")
    @Outcome(
            id = "0",
            expect = FORBIDDEN,
            desc = "Neither saw the other: the store of DEAD was passed by the load of the listener.")
    @State
    public static class ListenAgainstEnd {
        private static final Scheduler SCHEDULER = Still.scheduler(1);

        private final Goroutine g = Still.running(SCHEDULER);
        private final Told told = new Told();

        @Actor
        public void machine() {
            g.become(GoroutineStatus.DEAD);
            g.tellEnded();
        }

        @Actor
        public void listener() {
            g.listenToEnd(told);
        }

        @Arbiter
        public void end(I_Result r) {
            r.r1 = told.times.get();
        }
    }

    /** Two that want to listen agree on one listener, which is told when the goroutine ends. */
    @JCStressTest
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "One listener for both.")
    @Outcome(expect = FORBIDDEN, desc = "Two listeners, of which one is never told.")
    @State
    public static class ListenAgainstListen {
        private static final Scheduler SCHEDULER = Still.scheduler(1);

        private final Goroutine g = Still.running(SCHEDULER);
        private final Told ones = new Told();
        private final Told others = new Told();
        private Goroutine.EndListener forOne = ones;
        private Goroutine.EndListener forOther = others;

        @Actor
        public void one() {
            forOne = g.listenToEnd(ones);
        }

        @Actor
        public void other() {
            forOther = g.listenToEnd(others);
        }

        @Arbiter
        public void end(ZI_Result r) {
            g.become(GoroutineStatus.DEAD);
            g.tellEnded();
            r.r1 = forOne == forOther;
            r.r2 = ones.times.get() + others.times.get();
        }
    }
}
