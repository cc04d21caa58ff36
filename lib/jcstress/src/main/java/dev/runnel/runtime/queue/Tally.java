package dev.runnel.runtime.queue;

import org.jspecify.annotations.Nullable;

/**
 * Adds up what one party took. The elements of a test are 1, 10, 100, …, so that each digit of the sum over all parties
 * tells how often one was taken: 0 is lost, 2 is doubled.
 */
final class Tally {

    private int sum;

    void add(@Nullable Integer taken) {
        if (taken != null) {
            sum += taken;
        }
    }

    void addAll(RunQueue<Integer> queue) {
        add(queue.owner().takeNext());
        for (Integer taken = queue.owner().take();
                taken != null;
                taken = queue.owner().take()) {
            add(taken);
        }
    }

    void addAll(Iterable<? extends Integer> shed) {
        shed.forEach(this::add);
    }

    int sum() {
        return sum;
    }

    static RunQueue<Integer> queueOf(int slots, int... items) {
        return filled(new RunQueue<>(slots), items);
    }

    static RunQueue<Integer> dequeOf(int slots, int... items) {
        return filled(RunQueue.deque(slots), items);
    }

    private static RunQueue<Integer> filled(RunQueue<Integer> queue, int... items) {
        for (int item : items) {
            queue.owner().put(item, shed -> {
                throw new AssertionError("the ring is too small");
            });
        }
        return queue;
    }
}
