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
 * The young end of a deque, where its owner takes, against thieves at the old end: nothing is lost and nothing is
 * doubled (Q6, Q13).
 *
 * <p>The owner first lowers {@code tail} and then looks at {@code head}, a thief first at {@code head} and then at
 * {@code tail}. So either the thief sees that the last one is gone, or the owner sees that it is the last one, and both
 * go for it by the same compare-and-set. Without that order of store and load, or without the compare-and-set, a digit
 * would be 2.
 */
public class DequeEnds {

    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of them has it.")
    @Outcome(expect = FORBIDDEN, desc = "The element was lost or doubled.")
    @State
    public static class LastOne {
        private final RunQueue<Integer> queue = Tally.dequeOf(4, 1);
        private final RunQueue<Integer> thiefs = RunQueue.deque(4);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            byOwner.add(queue.owner().takeLast());
        }

        @Actor
        public void thief() {
            byThief.add(thiefs.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }

    /** The owner comes down upon the head, a thief comes up to the tail. */
    @JCStressTest
    @Outcome(id = "111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class UponEachOther {
        private final RunQueue<Integer> queue = Tally.dequeOf(4, 1, 10, 100);
        private final RunQueue<Integer> thiefs = RunQueue.deque(4);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            byOwner.add(queue.owner().takeLast());
            byOwner.add(queue.owner().takeLast());
        }

        @Actor
        public void thief() {
            byThief.add(thiefs.owner().stealHalf(queue.thief()));
            byThief.add(thiefs.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }

    @JCStressTest
    @Outcome(id = "111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class ThiefAgainstThief {
        private final RunQueue<Integer> queue = Tally.dequeOf(4, 1, 10, 100);
        private final RunQueue<Integer> ones = RunQueue.deque(4);
        private final RunQueue<Integer> others = RunQueue.deque(4);
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
            byOther.addAll(queue);
            r.r1 = byOne.sum() + byOther.sum();
        }
    }

    /** The owner writes again the slots that it has taken from, while the thief may be reading them. */
    @JCStressTest
    @Outcome(id = "111111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class ReuseAgainstSteal {
        private final RunQueue<Integer> queue = Tally.dequeOf(2, 1, 10);
        private final RunQueue<Integer> thiefs = RunQueue.deque(2);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            for (int item = 100; item < 1_000_000; item *= 10) {
                byOwner.add(queue.owner().takeLast());
                queue.owner().put(item, byOwner::addAll);
            }
        }

        @Actor
        public void thief() {
            for (int i = 0; i < 3; i++) {
                byThief.add(thiefs.owner().stealHalf(queue.thief()));
            }
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }

    /** The ring is full: the older half goes, the new one stays, and is taken at once. */
    @JCStressTest
    @Outcome(id = "11111", expect = ACCEPTABLE, desc = "Each element once.")
    @Outcome(expect = FORBIDDEN, desc = "An element was lost or doubled.")
    @State
    public static class OverflowAgainstSteal {
        private final RunQueue<Integer> queue = Tally.dequeOf(4, 1, 10, 100, 1_000);
        private final RunQueue<Integer> thiefs = RunQueue.deque(4);
        private final Tally byOwner = new Tally();
        private final Tally byThief = new Tally();

        @Actor
        public void owner() {
            queue.owner().put(10_000, byOwner::addAll);
            byOwner.add(queue.owner().takeLast());
        }

        @Actor
        public void thief() {
            byThief.add(thiefs.owner().stealHalf(queue.thief()));
        }

        @Arbiter
        public void end(I_Result r) {
            byOwner.addAll(queue);
            r.r1 = byOwner.sum() + byThief.sum();
        }
    }
}
