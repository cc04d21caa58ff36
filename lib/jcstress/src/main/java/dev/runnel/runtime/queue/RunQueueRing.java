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
 * The ring of a run queue, its owner against thieves: nothing is lost and nothing is doubled (Q3, Q4, Q6; P104, P107).
 *
 * <p>All take by compare-and-set of {@code head}, and so commit to what they have read from the slots before. The owner
 * reuses a slot only after it has seen the head beyond it. So a thief that read a slot which was reused meanwhile
 * fails.
 *
 * <p>After the actors the arbiter drains what is left; each element must then have been taken once. A 0 among the
 * digits would mean that a slot was overwritten or cleared before its element was taken, or that a thief's own
 * {@code tail} was published without its elements; a 2, that two parties took by the same head.
 */
public class RunQueueRing {

    @JCStressTest
    @Outcome(id = "111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class TakeAgainstSteal {
        private final RunQueue<Integer> queue = Tally.queueOf(4, 1, 10, 100);
        private final RunQueue<Integer> thiefs = new RunQueue<>(4);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            byOwner.add(queue.owner().take());
            byOwner.add(queue.owner().take());
        }

        @Actor
        public void thief() {
            byThief.add(thiefs.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            byThief.addAll(thiefs);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }

    /** The owner goes once round its small ring, so that it writes the very slots that the thief reads. */
    @JCStressTest
    @Outcome(id = "111111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class ReuseAgainstSteal {
        private final RunQueue<Integer> queue = Tally.queueOf(2, 1, 10);
        private final RunQueue<Integer> thiefs = new RunQueue<>(2);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            for (int item = 100; item < 1_000_000; item *= 10) {
                byOwner.add(queue.owner().take());
                queue.owner().put(item, byOwner::addAll);
            }
        }

        @Actor
        public void thief() {
            for (int i = 0; i < 3; i++) {
                byThief.add(thiefs.owner().stealHalf(queue.thief()));
                byThief.addAll(thiefs);
            }
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }

    @JCStressTest
    @Outcome(id = "11111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class ThiefAgainstThief {
        private final RunQueue<Integer> queue = Tally.queueOf(8, 1, 10, 100, 1_000, 10_000);
        private final RunQueue<Integer> ones = new RunQueue<>(8);
        private final RunQueue<Integer> others = new RunQueue<>(8);
        private final Tally byOne = new Tally();
        private final Tally byOther = new Tally();

        @Actor
        public void one() {
            byOne.add(ones.owner().stealHalf(queue.thief()));
        }

        @Actor
        public void other() {
            byOther.add(others.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            byOne.addAll(ones);
            byOther.addAll(others);
            byOther.addAll(queue);
            r.r1 = byOne.sum() + byOther.sum();
        }
    }

    /** A theft from a thief: what the first has taken is in its own ring, or still in its hands. */
    @JCStressTest
    @Outcome(id = "1111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class StealFromThief {
        private final RunQueue<Integer> queue = Tally.queueOf(4, 1, 10, 100, 1_000);
        private final RunQueue<Integer> ones = new RunQueue<>(4);
        private final RunQueue<Integer> others = new RunQueue<>(4);
        private final Tally byOne = new Tally();
        private final Tally byOther = new Tally();

        @Actor
        public void one() {
            byOne.add(ones.owner().stealHalf(queue.thief()));
            byOne.addAll(ones);
        }

        @Actor
        public void other() {
            byOther.add(others.owner().stealHalf(ones.thief()));
            byOther.addAll(others);
        }

        @Arbiter
        public void end(I_Result r) {
            byOther.addAll(queue);
            r.r1 = byOne.sum() + byOther.sum();
        }
    }

    /** The ring is full: the owner sheds the older half, which a thief may just be taking. */
    @JCStressTest
    @Outcome(id = "11111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class OverflowAgainstSteal {
        private final RunQueue<Integer> queue = Tally.queueOf(4, 1, 10, 100, 1_000);
        private final RunQueue<Integer> thiefs = new RunQueue<>(4);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            queue.owner().put(10_000, byOwner::addAll);
        }

        @Actor
        public void thief() {
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
