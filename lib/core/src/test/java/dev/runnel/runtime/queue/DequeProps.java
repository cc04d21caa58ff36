package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.runtime.queue.QueueAndDeque.Step;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever its owner and a thief do in turn, a run queue with two ends for its owner behaves like a plain deque: Q13.
 */
class DequeProps {

    /** A thief gets one item, and an overflow leaves the new item where the owner takes. */
    private static final class Pair extends QueueAndDeque {

        Pair(int slots, int start) {
            super(slots, Rings.dequeStartingAt(slots, start), Rings.dequeStartingAt(slots, -start));
        }

        @Override
        void putAfterShedding(int item) {
            ring.add(item);
        }

        @Override
        void steal() {
            assertEquals(ring.pollFirst(), robber.owner().stealHalf(queue.thief()));
            assertEquals(0, robber.thief().size());
        }
    }

    @Property(tries = 1000)
    void steps_doWhatTheyDoToADeque(
            @ForAll("slots") int slots, @ForAll("starts") int start, @ForAll("steps") List<Step> steps) {
        new Pair(slots, start).all(steps);
    }

    @Provide
    Arbitrary<Integer> slots() {
        return QueueAndDeque.slots();
    }

    @Provide
    Arbitrary<Integer> starts() {
        return QueueAndDeque.starts();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.frequency(
                        Tuple.of(6, Step.PUT),
                        Tuple.of(3, Step.PUT_NEXT),
                        Tuple.of(1, Step.TAKE),
                        Tuple.of(4, Step.TAKE_LAST),
                        Tuple.of(2, Step.TAKE_NEXT),
                        Tuple.of(1, Step.STEAL),
                        Tuple.of(1, Step.STEAL_NEXT))
                .list()
                .ofMaxSize(300);
    }
}
