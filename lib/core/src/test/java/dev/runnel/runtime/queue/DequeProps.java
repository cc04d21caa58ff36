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

/** Whatever its owner and a thief do in turn, a run queue with two ends for its owner behaves as a plain deque: Q13. */
class DequeProps {

    enum Op {
        PUT,
        PUT_NEXT,
        TAKE,
        TAKE_LAST,
        TAKE_NEXT,
        STEAL,
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
            queue = Rings.dequeStartingAt(slots, start);
            robber = Rings.dequeStartingAt(slots, -start);
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
                case TAKE -> assertEquals(ring.pollFirst(), queue.owner().take());
                case TAKE_LAST -> assertEquals(ring.pollLast(), queue.owner().takeLast());
                case TAKE_NEXT -> assertEquals(takeNext(), queue.owner().takeNext());
                case STEAL_NEXT -> assertEquals(takeNext(), queue.thief().takeNext());
                case STEAL -> {
                    assertEquals(ring.pollFirst(), robber.owner().stealHalf(queue.thief()));
                    assertEquals(0, robber.thief().size());
                }
            }
            assertEquals(expectedShed, shed);
            assertEquals(ring.size(), queue.thief().size());
            assertEquals(slots - ring.size(), queue.owner().room());
            assertEquals(ring.isEmpty() && next == null, queue.owner().isEmpty());
            assertEquals(ring.isEmpty() && next == null, queue.thief().isEmpty());
        }

        private void put(int item) {
            if (ring.size() == slots) {
                for (int i = 0; i < slots / 2; i++) {
                    expectedShed.add(ring.remove());
                }
            }
            ring.add(item);
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
                        Tuple.of(6, Op.PUT),
                        Tuple.of(3, Op.PUT_NEXT),
                        Tuple.of(1, Op.TAKE),
                        Tuple.of(4, Op.TAKE_LAST),
                        Tuple.of(2, Op.TAKE_NEXT),
                        Tuple.of(1, Op.STEAL),
                        Tuple.of(1, Op.STEAL_NEXT))
                .list()
                .ofMaxSize(300);
    }
}
