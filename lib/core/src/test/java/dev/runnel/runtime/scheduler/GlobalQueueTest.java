package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.runnel.Runtimes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queue that all Ps share: first in, first out, P16; and a P's share of it, P24. */
class GlobalQueueTest {

    private final GlobalQueue queue = new GlobalQueue();
    private final Processor p = new Processor(0);

    private void put(int n) {
        for (int i = 0; i < n; i++) {
            queue.put(new Goroutine(null, i, 0, null, () -> {}));
        }
    }

    private static List<Long> ids(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> (long) i).toList();
    }

    private List<Long> inRing() {
        List<Long> ids = new ArrayList<>();
        for (Goroutine g = p.queue.take(); g != null; g = p.queue.take()) {
            ids.add(g.id());
        }
        return ids;
    }

    @Test
    void take_givesTheOldestFirst() {
        put(5);
        for (int i = 0; i < 5; i++) {
            assertEquals(i, queue.take().id());
        }
        assertNull(queue.take());
    }

    /** A P takes its part and one more, 128 at most; the first is returned, the others are in the ring. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2, 1, 2", "100, 1, 100", "1000, 1, 128", "10, 4, 3", "11, 4, 3", "12, 4, 4", "1000, 4, 128"
    })
    void takeBatch_takesTheShareOfAP(int size, int processors, int share) {
        put(size);
        assertEquals(0, queue.takeBatch(p, processors).id());
        assertEquals(ids(1, share), inRing());
        assertEquals(size - share, queue.size());
        assertNull(p.queue.takeNext());
    }

    @Test
    void takeBatch_ofNothing_isNothing() {
        assertNull(queue.takeBatch(p, 1));
    }

    @Test
    void takeBatch_takesNoMoreThanTheRingHasRoomFor() {
        for (int i = 0; i < 250; i++) {
            p.queue.put(new Goroutine(null, 1000 + i, 0, null, () -> {}), shed -> {});
        }
        put(100);
        assertEquals(0, queue.takeBatch(p, 1).id());
        assertEquals(94, queue.size());
        assertEquals(ids(1, 6), inRing().subList(250, 255));
    }

    /** A goroutine that has an M is taken from the midst of those that have yet to start; these stay in their order. */
    @Test
    void takeOneThatHasStarted_takesTheFirstThatHas() {
        put(2);
        assertNull(queue.takeOneThatHasStarted());
        assertEquals(2, queue.size());
        for (int i = 2; i < 4; i++) {
            Goroutine started = new Goroutine(null, i, 0, null, () -> {});
            started.startsOn(machine());
            queue.put(started);
        }
        queue.put(new Goroutine(null, 4, 0, null, () -> {}));
        assertEquals(2, queue.takeOneThatHasStarted().id());
        assertEquals(
                List.of(0L, 1L, 3L, 4L),
                queue.elements().stream().map(Goroutine::id).toList());
    }

    private static Machine machine() {
        Scheduler s = new Scheduler(Runtimes.oneP());
        Machine never = new Machine(s, 0);
        s.ending().close();
        return never;
    }
}
