package dev.runnel.runtime.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Racers;
import dev.runnel.runtime.trace.EventRing.Copy;
import dev.runnel.trace.EventKind;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A ring keeps the last events, in order and whole, also while it is written: T1, T3, T4. */
class EventRingTest {

    @Test
    void copy_isWhatWasPutDown() {
        EventRing ring = new EventRing(4);
        ring.putCreated(10, 7, "seven", 0, 3);
        ring.put(20, EventKind.PARKED, 7, 10, 5, -1234567890123L);
        Copy copy = ring.copy();
        assertEquals(2, copy.size());
        assertEquals(0, copy.lost());
        assertEquals("seven", copy.name(0));
        assertEquals(3, copy.a(0));
        assertEquals(EventKind.CREATED.ordinal(), copy.kind(0));
        assertEquals(20, copy.stamp(1));
        assertEquals(EventKind.PARKED.ordinal(), copy.kind(1));
        assertEquals(7, copy.g(1));
        assertEquals(5, copy.a(1));
        assertEquals(-1234567890123L, copy.b(1));
    }

    @Test
    void stamps_growAlsoWhenTheClockStandsStill() {
        EventRing ring = new EventRing(4);
        assertEquals(10, ring.put(10, EventKind.STARTED, 1, 0, 0, 0));
        assertEquals(11, ring.put(10, EventKind.PARKED, 1, 10, 0, 0));
        assertEquals(31, ring.put(10, EventKind.RUNNING, 2, 30, 0, 0), "after what the goroutine did elsewhere");
        assertEquals(32, ring.put(10, EventKind.PARKED, 2, 31, 0, 0));
        assertEquals(50, ring.put(50, EventKind.IDLE, 0, 0, 0, 0));
    }

    @Test
    void full_losesTheOldest() {
        EventRing ring = new EventRing(4);
        for (int i = 1; i <= 10; i++) {
            ring.put(i, EventKind.READIED, i, 0, 0, 0);
        }
        Copy copy = ring.copy();
        long[] kept = new long[copy.size()];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = copy.g(i);
        }
        assertArrayEquals(new long[] {8, 9, 10}, kept); // the writer may be busy with one slot
        assertEquals(7, copy.lost());
        assertEquals(10, copy.written());
    }

    @Test
    void copiesWhileWritten_haveWholeEventsInOrder() throws Exception {
        EventRing ring = new EventRing(8);
        AtomicBoolean done = new AtomicBoolean();
        Racers.race(
                () -> {
                    for (long i = 1; i <= 3_000_000; i++) {
                        if (i % 5 == 0) {
                            ring.putCreated(i, i, i % 10 == 0 ? "ten" : null, 0, i * 3);
                        } else {
                            ring.put(i, EventKind.READIED, i, 0, i * 3, 0);
                        }
                    }
                    done.set(true);
                },
                () -> {
                    while (!done.get()) {
                        Copy copy = ring.copy();
                        for (int i = 0; i < copy.size(); i++) {
                            long stamp = copy.stamp(i);
                            assertEquals(copy.lost() + i + 1, stamp);
                            assertEquals(stamp, copy.g(i));
                            assertEquals(stamp * 3, copy.a(i));
                            assertEquals(stamp % 5 == 0, copy.kind(i) == EventKind.CREATED.ordinal());
                            assertEquals(stamp % 10 == 0 ? "ten" : null, copy.name(i));
                        }
                    }
                });
        Copy last = ring.copy();
        assertTrue(last.size() == 7 && last.stamp(6) == 3_000_000, "the last is there");
    }
}
