package dev.runnel.runtime.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@code isEmpty} never lies (P106; Go's TestSchedLocalQueueEmpty): in each of these tests the queue has an element at every
 * instant, though not always the same one nor at the same place. On this relies who stops spinning: it looks at all queues
 * once, and goes to sleep if they are empty (D7).
 *
 * <p>The answer is put together from three loads. It is right because {@code head} is read before {@code tail}, and {@code next}
 * between two loads of {@code tail} that agree: had an element gone from {@code next} into the ring in between, they would not.
 */
public class RunQueueEmptiness {

    /** 1 goes from {@code next} into the ring, and 10 through {@code next}. */
    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "There is always one.")
    @Outcome(
            id = "true",
            expect = FORBIDDEN,
            desc = "Overlooked on its way from next to the ring: tail was not read again.")
    @State
    public static class FromNextToRing {
        private final RunQueue<Integer> queue = new RunQueue<>(4);

        public FromNextToRing() {
            queue.owner().putNext(1, shed -> {});
        }

        @Actor
        public void owner() {
            queue.owner().putNext(10, shed -> {});
            queue.owner().takeNext();
        }

        @Actor
        public void other(Z_Result r) {
            r.r1 = queue.thief().isEmpty();
        }
    }

    /** The ring always holds one of 1, 10, 100, … */
    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "There is always one.")
    @Outcome(id = "true", expect = FORBIDDEN, desc = "An old tail and a new head: they were read in the wrong order.")
    @State
    public static class ThroughTheRing {
        private final RunQueue<Integer> queue = Tally.queueOf(4, 1);

        @Actor
        public void owner() {
            for (int item = 10; item < 10_000; item *= 10) {
                queue.owner().put(item, shed -> {});
                queue.owner().take();
            }
        }

        @Actor
        public void other(Z_Result r) {
            r.r1 = queue.thief().isEmpty();
        }
    }
}
