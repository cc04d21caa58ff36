package dev.runnel.runtime.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The slot {@code next} before the ring: the owner fills it and gets the former occupant back in the same step, and
 * anyone may empty it (Q5, Q6).
 *
 * <p>The owner's get-and-set and the thief's compare-and-set are atomic, so exactly one of them has the occupant. With
 * a load and a store instead, a thief could run the goroutine that the owner has just put into the ring, or the owner
 * would overwrite one that nobody has taken.
 */
public class RunQueueNext {

    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "The owner or the thief, not both.")
    @Outcome(expect = FORBIDDEN, desc = "Lost or doubled.")
    @State
    public static class TakeAgainstSteal {
        private final RunQueue<Integer> queue = new RunQueue<>(2);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        public TakeAgainstSteal() {
            queue.owner().putNext(1, byOwner::addAll);
        }

        @Actor
        public void owner() {
            byOwner.add(queue.owner().takeNext());
        }

        @Actor
        public void thief() {
            byThief.add(queue.thief().takeNext());
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }

    /** A new occupant drives the former one into the ring, while a thief reaches for both. */
    @JCStressTest
    @Outcome(id = "111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class ReplaceAgainstSteal {
        private final RunQueue<Integer> queue = new RunQueue<>(4);
        private final RunQueue<Integer> thiefs = new RunQueue<>(4);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        public ReplaceAgainstSteal() {
            queue.owner().putNext(1, byOwner::addAll);
        }

        @Actor
        public void owner() {
            queue.owner().putNext(10, byOwner::addAll);
            queue.owner().putNext(100, byOwner::addAll);
        }

        @Actor
        public void thief() {
            byThief.add(queue.thief().takeNext());
            byThief.add(thiefs.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            byThief.addAll(thiefs);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }
}
