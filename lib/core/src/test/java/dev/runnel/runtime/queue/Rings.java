package dev.runnel.runtime.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What the tests of {@link RunQueue} share. */
final class Rings {

    private Rings() {}

    /** An empty ring whose counters stand where they would stand after this many puts and takes. */
    static RunQueue<Integer> startingAt(int slots, int counter) {
        return startingAt(new RunQueue<>(slots), counter);
    }

    /** As {@link #startingAt(int, int)}, with two ends for its owner. */
    static RunQueue<Integer> dequeStartingAt(int slots, int counter) {
        return startingAt(RunQueue.deque(slots), counter);
    }

    private static RunQueue<Integer> startingAt(RunQueue<Integer> ring, int counter) {
        set(ring, "head", counter);
        set(ring, "tail", counter);
        return ring;
    }

    private static void set(RunQueue<?> ring, String counter, int value) {
        try {
            var field = RunQueue.class.getDeclaredField(counter);
            field.setAccessible(true);
            field.setInt(ring, value);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** An overflow that may not happen. */
    static void mustNotOverflow(List<? extends Integer> shed) {
        throw new AssertionError("overflow: " + shed);
    }

    /** Puts the numbers from {@code from} to before {@code to} into the ring, which has the room. */
    static void fill(RunQueue<Integer> ring, int from, int to) {
        for (int i = from; i < to; i++) {
            ring.owner().put(i, Rings::mustNotOverflow);
        }
    }

    /** Takes all there is in the ring. */
    static List<Integer> drain(RunQueue<Integer> ring) {
        List<Integer> all = new ArrayList<>();
        for (Integer i = ring.owner().take(); i != null; i = ring.owner().take()) {
            all.add(i);
        }
        return all;
    }

    /** The numbers from {@code from} to before {@code to}. */
    static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
