package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The heap of timers where there is no memory for a larger one: nothing is lost, and a timer that has fired can come
 * back.
 */
class TimerHeapMemoryTest {

    /** How many timers the heap has room for at first. */
    private static final int FIRST_ROOM = 16;

    private final TimerHeap heap = new TimerHeap();

    private static final class Doing extends TimerHeap.Timer {
        private final Consumer<Doing> then;

        Doing() {
            this(self -> {});
        }

        Doing(Consumer<Doing> then) {
            this.then = then;
        }

        @Override
        protected void fire(TimerHeap from) {
            then.accept(this);
        }
    }

    // ---------------------------------------------------------------- without memory

    /** A heap so full that no array has room for one more timer. */
    private static TimerHeap full() throws ReflectiveOperationException {
        TimerHeap full = new TimerHeap();
        size().set(full, Integer.MAX_VALUE - 1);
        return full;
    }

    private static VarHandle size() throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(TimerHeap.class, MethodHandles.lookup())
                .findVarHandle(TimerHeap.class, "size", int.class);
    }

    @Test
    void add_withoutMemory_theTimerIsInNoHeap() throws ReflectiveOperationException {
        TimerHeap full = full();
        Doing timer = new Doing();
        assertThrows(OutOfMemoryError.class, () -> full.add(timer, 5));
        assertTrue(full.tryLock(), "the lock was not given back");
        full.unlock();
        size().set(full, 0);
        full.check();
        assertFalse(timer.takeOut());
        assertFalse(timer.moveTo(6));
        assertTrue(heap.add(timer, 7));
        assertEquals(1, heap.fireDue(7));
    }

    @Test
    void giveUpFor_withoutMemory_leavesBothAsTheyWere() throws ReflectiveOperationException {
        TimerHeap full = full();
        heap.add(new Doing(), 5);
        assertThrows(OutOfMemoryError.class, () -> heap.giveUpFor(full));
        size().set(full, 0);
        full.check();
        assertTrue(heap.add(new Doing(), 4));
        heap.check();
        assertEquals(2, heap.fireDue(5));
        assertTrue(full.tryLock(), "the lock was not given back");
        full.unlock();
    }

    // ---------------------------------------------------------------- what lacked memory comes back

    /** Adds a timer, and fails if memory was taken for a larger heap. */
    private static void assertGrowsNot(Runnable adds) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        adds.run();
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(bytes < 4 * FIRST_ROOM, bytes + " bytes");
    }

    private static void fill(TimerHeap heap, int timers) {
        for (int i = 0; i < timers; i++) {
            heap.add(new Doing(), 100);
        }
    }

    /** The heap is full except for the timer's place, and others add one just then: they need the memory. */
    @Test
    void timerThatComesBack_hasItsPlace_andNeedsNoMemory() {
        fill(heap, FIRST_ROOM - 1);
        heap.add(
                new Doing(self -> {
                    fill(heap, 1);
                    assertGrowsNot(() -> heap.addAgain(self, 5));
                }),
                1);
        assertEquals(1, heap.fireDue(1));
        assertEquals(FIRST_ROOM + 1, heap.count());
        assertEquals(5, heap.earliest());
        heap.check();
    }

    /** The timer's place moves together with the other timers. */
    @Test
    void timerThatComesBack_toAHeapThatWasGivenUp_hasItsPlaceInTheOther() {
        TimerHeap other = new TimerHeap();
        fill(other, FIRST_ROOM - 1);
        heap.add(
                new Doing(self -> {
                    heap.giveUpFor(other);
                    fill(other, 1);
                    assertGrowsNot(() -> heap.addAgain(self, 5));
                }),
                1);
        assertEquals(1, heap.fireDue(1));
        assertEquals(0, heap.count());
        assertEquals(FIRST_ROOM + 1, other.count());
        other.check();
        heap.reopen();
        assertTrue(heap.add(new Doing(), 7));
        assertEquals(1, heap.count());
    }

    /** A timer that has fired no longer needs its place. */
    @Test
    void placeOfATimerThatHasFired_isFree() {
        for (int i = 0; i < 3; i++) {
            heap.add(new Doing(), 1);
            assertEquals(1, heap.fireDue(1));
        }
        fill(heap, FIRST_ROOM - 1);
        Doing last = new Doing();
        assertGrowsNot(() -> heap.add(last, 5));
    }
}
