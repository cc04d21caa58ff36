package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Whatever its owner and a thief do in turn, the run queue behaves as a plain deque with one slot before it: P8, P11,
 * P12, P13, P33, P34, P107; Q1, Q5, Q6.
 */
class RunQueueProps {

    enum Op {
        PUT,
        PUT_NEXT,
        TAKE,
        TAKE_NEXT,
        STEAL_HALF,
        STEAL_NEXT
    }

    /** The queue as a deque, and the queue itself; every step is done to both and gives the same. */
    private static final class Pair {
        final int slots;
        final RunQueue<Integer> queue;
        final RunQueue<Integer> robber;
        final List<Integer> shed = new ArrayList<>();
        final Deque<Integer> ring = new ArrayDeque<>();
        final List<Integer> expectedShed = new ArrayList<>();
        Integer next;
        int items;

        Pair(int slots, int start) {
            this.slots = slots;
            queue = Rings.startingAt(slots, start);
            robber = Rings.startingAt(slots, -start);
        }

        void step(Op op) {
            switch (op) {
                case PUT -> {
                    queue.owner().put(items, shed::addAll);
                    put(items++);
                }
                case PUT_NEXT -> {
                    queue.owner().putNext(items, shed::addAll);
                    if (next != null) {
                        put(next);
                    }
                    next = items++;
                }
                case TAKE -> assertEquals(ring.poll(), queue.owner().take());
                case TAKE_NEXT -> assertEquals(takeNext(), queue.owner().takeNext());
                case STEAL_NEXT -> assertEquals(takeNext(), queue.thief().takeNext());
                case STEAL_HALF -> {
                    List<Integer> expected = new ArrayList<>();
                    for (int i = (ring.size() + 1) / 2; i > 0; i--) {
                        expected.add(ring.remove());
                    }
                    Integer youngest = robber.owner().stealHalf(queue.thief());
                    assertEquals(
                            Math.max(0, expected.size() - 1), robber.thief().size());
                    List<Integer> stolen = Rings.drain(robber);
                    if (youngest != null) {
                        stolen.add(youngest);
                    }
                    assertEquals(expected, stolen);
                }
            }
            assertEquals(expectedShed, shed);
            assertEquals(ring.size(), queue.thief().size());
            assertEquals(slots - ring.size(), queue.owner().room());
            assertEquals(next != null, queue.thief().hasNext());
            assertEquals(ring.isEmpty() && next == null, queue.owner().isEmpty());
            assertEquals(ring.isEmpty() && next == null, queue.thief().isEmpty());
        }

        private void put(int item) {
            if (ring.size() < slots) {
                ring.add(item);
                return;
            }
            for (int i = 0; i < slots / 2; i++) {
                expectedShed.add(ring.remove());
            }
            expectedShed.add(item);
        }

        private Integer takeNext() {
            Integer taken = next;
            next = null;
            return taken;
        }
    }

    @Property(tries = 1000)
    void steps_doWhatTheyDoToADeque(
            @ForAll("slots") int slots, @ForAll("starts") int start, @ForAll("steps") List<Op> steps) {
        Pair pair = new Pair(slots, start);
        steps.forEach(pair::step);
        assertEquals(new ArrayList<>(pair.ring), Rings.drain(pair.queue));
    }

    @Provide
    Arbitrary<Integer> slots() {
        return Arbitraries.of(2, 4, 8, 16);
    }

    @Provide
    Arbitrary<Integer> starts() {
        return Arbitraries.oneOf(
                Arbitraries.just(0),
                Arbitraries.integers(),
                Arbitraries.integers().between(Integer.MAX_VALUE - 50, Integer.MAX_VALUE),
                Arbitraries.integers().between(-50, 0));
    }

    @Provide
    Arbitrary<List<Op>> steps() {
        return Arbitraries.frequency(
                        Tuple.of(5, Op.PUT),
                        Tuple.of(4, Op.PUT_NEXT),
                        Tuple.of(3, Op.TAKE),
                        Tuple.of(2, Op.TAKE_NEXT),
                        Tuple.of(1, Op.STEAL_HALF),
                        Tuple.of(1, Op.STEAL_NEXT))
                .list()
                .ofMaxSize(300);
    }
}
