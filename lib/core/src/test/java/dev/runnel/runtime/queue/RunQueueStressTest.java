package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** One owner and up to three thieves at once, on platform threads: P11, P33, P106, P107; Q3 to Q6. */
class RunQueueStressTest {

    private static final int ITEMS = 60_000;

    private final AtomicIntegerArray seen = new AtomicIntegerArray(ITEMS);
    private final AtomicBoolean done = new AtomicBoolean();

    /** Every item is taken once: by the owner, a thief of the ring, a thief of {@code next}, or the overflow. */
    @ParameterizedTest
    @CsvSource({
        "2, 1, 0",
        "2, 3, 2147483000",
        "4, 1, 0",
        "4, 2, -30000",
        "8, 3, 2147470000",
        "256, 1, 0",
        "256, 2, 2147480000",
        "256, 3, -1000"
    })
    void items_areTakenOnce(int slots, int thieves, int start) throws Exception {
        RunQueue<Integer> queue = Rings.startingAt(slots, start);
        List<Racers.Part> parts = new ArrayList<>();
        parts.add(() -> produce(queue, new XorShift(slots)));
        for (int i = 0; i < thieves; i++) {
            RunQueue<Integer> own = new RunQueue<>(slots);
            parts.add(() -> rob(own, List.of(queue)));
        }
        Racers.race(parts);
        assertEachSeenOnce();
    }

    /** As among Ps: what was stolen may be stolen again from the thief's ring. */
    @ParameterizedTest
    @CsvSource({"4, 2", "8, 3", "256, 3"})
    void items_areTakenOnce_whenThievesRobEachOther(int slots, int thieves) throws Exception {
        List<RunQueue<Integer>> rings = new ArrayList<>();
        for (int i = 0; i <= thieves; i++) {
            rings.add(new RunQueue<>(slots));
        }
        List<Racers.Part> parts = new ArrayList<>();
        parts.add(() -> produce(rings.get(0), new XorShift(slots)));
        for (RunQueue<Integer> own : rings.subList(1, rings.size())) {
            List<RunQueue<Integer>> victims =
                    rings.stream().filter(ring -> ring != own).toList();
            parts.add(() -> rob(own, victims));
        }
        Racers.race(parts);
        assertEachSeenOnce();
    }

    private void produce(RunQueue<Integer> queue, XorShift random) {
        RunQueue.Owner<Integer> owner = queue.owner();
        for (int i = 0; i < ITEMS; i++) {
            if (random.below(2) == 0) {
                owner.put(i, shed -> shed.forEach(this::see));
            } else {
                owner.putNext(i, shed -> shed.forEach(this::see));
            }
            if (random.below(3) == 0) {
                see(owner.takeNext());
            }
            if (random.below(3) == 0) {
                see(owner.take());
            }
        }
        while (!owner.isEmpty()) {
            see(owner.takeNext());
            see(owner.take());
        }
        done.set(true);
    }

    private void rob(RunQueue<Integer> own, List<RunQueue<Integer>> victims) {
        boolean last;
        do {
            last = done.get();
            for (RunQueue<Integer> victim : victims) {
                see(own.owner().stealHalf(victim.thief()));
                for (Integer item = own.owner().take();
                        item != null;
                        item = own.owner().take()) {
                    see(item);
                }
                see(victim.thief().takeNext());
            }
        } while (!last);
    }

    private void see(Integer item) {
        if (item != null) {
            seen.incrementAndGet(item);
        }
    }

    private void assertEachSeenOnce() {
        for (int i = 0; i < ITEMS; i++) {
            assertEquals(1, seen.get(i), "item " + i);
        }
    }

    /** P33 under contention: what a thief takes at once stood one after the other at the head. */
    @ParameterizedTest
    @CsvSource({"4, 1", "8, 2", "256, 1"})
    void stealHalf_takesNeighbours(int slots, int thieves) throws Exception {
        RunQueue<Integer> queue = new RunQueue<>(slots);
        List<Racers.Part> parts = new ArrayList<>();
        parts.add(() -> {
            int before = -1;
            for (int i = 0; i < ITEMS; ) {
                if (queue.owner().room() > 0) {
                    queue.owner().put(i++, Rings::mustNotOverflow);
                }
                if (i % 3 == 0 || queue.owner().room() == 0) {
                    before = laterThan(before, queue.owner().take());
                }
            }
            done.set(true);
        });
        for (int i = 0; i < thieves; i++) {
            parts.add(() -> robNeighbours(new RunQueue<>(slots), queue.thief()));
        }
        Racers.race(parts);
    }

    private void robNeighbours(RunQueue<Integer> own, RunQueue.Thief<Integer> victim) {
        int before = -1;
        while (!done.get()) {
            Integer youngest = own.owner().stealHalf(victim);
            List<Integer> older = Rings.drain(own);
            if (youngest != null) {
                assertEquals(Rings.range(youngest - older.size(), youngest), older);
                laterThan(before, older.isEmpty() ? youngest : older.get(0));
                before = youngest;
            }
        }
    }

    private static int laterThan(int before, Integer item) {
        if (item == null) {
            return before;
        }
        assertTrue(item > before, () -> item + " came after " + before);
        return item;
    }

    /**
     * Go's TestSchedLocalQueueEmpty and P106: a queue that is never empty never seems so, while items move from
     * {@code next} to the ring and are taken from either. There are more lookers than processors: only one that is
     * stopped between its reads can go wrong.
     */
    @Test
    void isEmpty_ofAQueueThatNeverIs_isNeverTrue() throws Exception {
        RunQueue<Integer> queue = new RunQueue<>(8);
        queue.owner().putNext(-1, Rings::mustNotOverflow);
        List<Racers.Part> parts = new ArrayList<>();
        parts.add(() -> {
            RunQueue.Owner<Integer> owner = queue.owner();
            XorShift random = new XorShift(106);
            for (int i = 0; i < 1_000_000; i++) {
                if (random.below(4) == 0) {
                    owner.put(i, Rings::mustNotOverflow);
                } else {
                    owner.putNext(i, Rings::mustNotOverflow);
                }
                Integer taken = random.below(2) == 0 ? owner.take() : owner.takeNext();
                if (taken == null && owner.take() == null) {
                    owner.takeNext();
                }
            }
            done.set(true);
        });
        int lookers = Math.min(32, 4 * Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < lookers; i++) {
            parts.add(() -> {
                while (!done.get()) {
                    assertFalse(queue.thief().isEmpty());
                }
            });
        }
        Racers.race(parts);
        assertEquals(1, queue.thief().size() + (queue.thief().hasNext() ? 1 : 0));
    }

    /** What is put once into {@code next} goes to one taker, be it the owner or a thief. */
    @Test
    void next_goesToOneTaker() throws Exception {
        RunQueue<Integer> queue = new RunQueue<>(2);
        Racers.race(
                () -> {
                    for (int i = 0; i < ITEMS; i++) {
                        queue.owner().putNext(i, Rings::mustNotOverflow);
                        see(queue.owner().takeNext());
                        assertTrue(queue.owner().isEmpty());
                    }
                    done.set(true);
                },
                () -> {
                    while (!done.get()) {
                        see(queue.thief().takeNext());
                    }
                },
                () -> {
                    while (!done.get()) {
                        see(queue.thief().takeNext());
                    }
                });
        assertEachSeenOnce();
    }
}
