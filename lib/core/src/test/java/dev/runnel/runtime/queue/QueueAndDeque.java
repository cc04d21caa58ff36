package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** A run queue, and a plain deque with one slot before it: every step is done to both, and must give the same. */
abstract class QueueAndDeque {

    enum Step {
        PUT,
        PUT_NEXT,
        TAKE,
        TAKE_LAST,
        TAKE_NEXT,
        STEAL,
        STEAL_NEXT
    }

    final RunQueue<Integer> queue;
    final RunQueue<Integer> robber;
    final Deque<Integer> ring = new ArrayDeque<>();
    final List<Integer> expectedShed = new ArrayList<>();
    private final int slots;
    private final List<Integer> shed = new ArrayList<>();
    private Integer next;
    private int items;

    QueueAndDeque(int slots, RunQueue<Integer> queue, RunQueue<Integer> robber) {
        this.slots = slots;
        this.queue = queue;
        this.robber = robber;
    }

    /** Of a full ring the older half has been shed; where does the new one go? */
    abstract void putAfterShedding(int item);

    /** What the robber gets by a theft is what it should get. */
    abstract void steal();

    final void all(List<Step> steps) {
        steps.forEach(this::step);
        assertEquals(new ArrayList<>(ring), Rings.drain(queue));
    }

    private void step(Step step) {
        switch (step) {
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
            case STEAL -> steal();
            case STEAL_NEXT -> assertEquals(takeNext(), queue.thief().takeNext());
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
        putAfterShedding(item);
    }

    private Integer takeNext() {
        Integer taken = next;
        next = null;
        return taken;
    }

    static Arbitrary<Integer> slots() {
        return Arbitraries.of(2, 4, 8, 16);
    }

    /** Where the counters begin, including where they are about to overflow, or to become positive. */
    static Arbitrary<Integer> starts() {
        return Arbitraries.oneOf(
                Arbitraries.just(0),
                Arbitraries.integers(),
                Arbitraries.integers().between(Integer.MAX_VALUE - 50, Integer.MAX_VALUE),
                Arbitraries.integers().between(-50, 0));
    }
}
