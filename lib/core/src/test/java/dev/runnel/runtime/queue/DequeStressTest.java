package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Racers;
import dev.runnel.runtime.choice.XorShift;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The owner at both ends of its deque, and up to three thieves at the old one, on platform threads: Q13. */
class DequeStressTest {

    private static final int ITEMS = 60_000;

    private final AtomicIntegerArray seen = new AtomicIntegerArray(ITEMS);
    private final AtomicBoolean done = new AtomicBoolean();

    /** The ring is short all the time, so that most takes are of the last item. */
    @ParameterizedTest
    @CsvSource({"2, 1, 0", "2, 3, 2147483000", "4, 2, -30000", "256, 1, 0", "256, 3, 2147480000"})
    void items_areTakenOnce(int slots, int thieves, int start) throws Exception {
        RunQueue<Integer> queue = Rings.dequeStartingAt(slots, start);
        List<Racers.Part> parts = new ArrayList<>();
        parts.add(() -> produce(queue.owner(), new XorShift(slots)));
        for (int i = 0; i < thieves; i++) {
            parts.add(() -> rob(RunQueue.deque(slots), queue.thief()));
        }
        Racers.race(parts);
        for (int i = 0; i < ITEMS; i++) {
            assertEquals(1, seen.get(i), "item " + i);
        }
    }

    private void produce(RunQueue.Owner<Integer> owner, XorShift random) {
        for (int i = 0; i < ITEMS; i++) {
            if (random.below(4) > 0) {
                owner.put(i, shed -> shed.forEach(this::see));
            } else {
                owner.putNext(i, shed -> shed.forEach(this::see));
            }
            if (random.below(2) == 0) {
                see(owner.takeLast());
            }
            if (random.below(4) == 0) {
                see(owner.takeNext());
            }
            if (random.below(8) == 0) {
                see(owner.take());
            }
        }
        while (!owner.isEmpty()) {
            see(owner.takeNext());
            see(owner.takeLast());
        }
        done.set(true);
    }

    private void rob(RunQueue<Integer> own, RunQueue.Thief<Integer> victim) {
        boolean last;
        do {
            last = done.get();
            see(own.owner().stealHalf(victim));
            assertTrue(own.owner().isEmpty(), "of a deque one is stolen at a time");
            see(victim.takeNext());
        } while (!last);
    }

    private void see(Integer item) {
        if (item != null) {
            seen.incrementAndGet(item);
        }
    }

    /** An item that stands still in the ring while the owner works above it keeps the ring from looking empty. */
    @Test
    void isEmpty_whileOneStaysBelow_isNeverTrue() throws Exception {
        RunQueue<Integer> queue = RunQueue.deque(4);
        queue.owner().put(-1, Rings::mustNotOverflow);
        Racers.race(
                () -> {
                    for (int i = 0; i < 1_000_000; i++) {
                        queue.owner().put(i, Rings::mustNotOverflow);
                        assertEquals(i, queue.owner().takeLast());
                    }
                    done.set(true);
                },
                () -> {
                    while (!done.get()) {
                        assertTrue(!queue.thief().isEmpty());
                    }
                });
    }

    @Test
    void youngest_ofAQueueThatIsNoDeque_isRefused() {
        RunQueue<Integer> queue = new RunQueue<>(4);
        assertThrows(IllegalStateException.class, () -> queue.owner().takeLast());
    }
}
