package dev.runnel.runtime.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@code isEmpty} never lies (P106; Go's TestSchedLocalQueueEmpty): in each of these tests the queue has an element at
 * every instant, though not always the same one nor at the same place. An M that stops spinning relies on this: it
 * looks at all queues once, and goes to sleep if they are empty (D7).
 *
 * <p>The answer is put together from three loads. It is right because {@code head} is read before {@code tail}, and
 * {@code next} between two loads of {@code tail} that agree: had an element gone from {@code next} into the ring in
 * between, the two would not agree.
 */
public class RunQueueEmptiness {

    private static final int ROUNDS = 20;

    private static boolean looksEmpty(RunQueue<Integer> queue) {
        boolean empty = false;
        for (int i = 0; i < ROUNDS; i++) {
            empty |= queue.thief().isEmpty();
        }
        return empty;
    }

    /**
     * An element is in {@code next}; another drives it into the ring, and leaves {@code next} empty behind it; and so
     * on.
     */
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
            for (int i = 0; i < ROUNDS; i++) {
                queue.owner().putNext(10, shed -> {});
                queue.owner().takeNext();
                queue.owner().putNext(1, shed -> {});
                queue.owner().take();
            }
        }

        @Actor
        public void other(Z_Result r) {
            r.r1 = looksEmpty(queue);
        }
    }

    /** The ring holds one element, or two when the next is put before the former is taken. */
    @JCStressTest
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "There is always one.")
    @Outcome(id = "true", expect = FORBIDDEN, desc = "An old tail and a new head: they were read in the wrong order.")
    @State
    public static class ThroughTheRing {
        private final RunQueue<Integer> queue = Tally.queueOf(4, 1);

        @Actor
        public void owner() {
            for (int i = 0; i < ROUNDS; i++) {
                queue.owner().put(1, shed -> {});
                queue.owner().take();
            }
        }

        @Actor
        public void other(Z_Result r) {
            r.r1 = looksEmpty(queue);
        }
    }
}
