package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.runtime.queue.QueueAndDeque.Step;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever its owner and a thief do in turn, the run queue behaves like a plain deque with one slot before it: P8, P11,
 * P12, P13, P33, P34, P107; Q1, Q5, Q6.
 */
class RunQueueProps {

    /** A thief gets the older half, and an overflow sheds the new item, too. */
    private static final class Pair extends QueueAndDeque {

        Pair(int slots, int start) {
            super(slots, Rings.startingAt(slots, start), Rings.startingAt(slots, -start));
        }

        @Override
        void putAfterShedding(int item) {
            expectedShed.add(item);
        }

        @Override
        void steal() {
            List<Integer> expected = new ArrayList<>();
            for (int i = (ring.size() + 1) / 2; i > 0; i--) {
                expected.add(ring.remove());
            }
            Integer youngest = robber.owner().stealHalf(queue.thief());
            assertEquals(Math.max(0, expected.size() - 1), robber.thief().size());
            List<Integer> stolen = Rings.drain(robber);
            if (youngest != null) {
                stolen.add(youngest);
            }
            assertEquals(expected, stolen);
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
                        Tuple.of(5, Step.PUT),
                        Tuple.of(4, Step.PUT_NEXT),
                        Tuple.of(3, Step.TAKE),
                        Tuple.of(2, Step.TAKE_NEXT),
                        Tuple.of(1, Step.STEAL),
                        Tuple.of(1, Step.STEAL_NEXT))
                .list()
                .ofMaxSize(300);
    }
}
