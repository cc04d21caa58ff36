package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Garbage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The heap of timers of one P: P62; it keeps nothing of stopped timers, unlike P63. Q8 to Q11. */
class TimerHeapTest {

    private final TimerHeap heap = new TimerHeap();
    private final List<Long> fired = new ArrayList<>();

    private final class Recorder extends TimerHeap.Timer {
        private final Consumer<Recorder> then;

        Recorder() {
            this(self -> {});
        }

        Recorder(Consumer<Recorder> then) {
            this.then = then;
        }

        @Override
        protected void fire(TimerHeap from) {
            fired.add(when());
            then.accept(this);
        }
    }

    @Test
    void emptyHeap_isNeverDue() {
        assertEquals(TimerHeap.NEVER, heap.earliest());
        assertEquals(0, heap.count());
        assertEquals(0, heap.fireDue(Long.MAX_VALUE));
    }

    @Test
    void add_saysWhetherItIsTheEarliest() {
        assertTrue(heap.add(new Recorder(), 10));
        assertFalse(heap.add(new Recorder(), 20));
        assertFalse(heap.add(new Recorder(), 10));
        assertTrue(heap.add(new Recorder(), 5));
        assertEquals(5, heap.earliest());
        assertEquals(4, heap.count());
    }

    @Test
    void fireDue_firesInOrderUpToNow() {
        List<Long> whens = new ArrayList<>();
        for (long i = 0; i < 100; i++) { // several times the room to begin with
            whens.add(i);
        }
        Collections.shuffle(whens, new Random(62));
        whens.forEach(when -> heap.add(new Recorder(), when));

        assertEquals(0, heap.fireDue(-1));
        assertEquals(50, heap.fireDue(49));
        assertEquals(50, heap.earliest());
        assertEquals(50, heap.count());
        assertEquals(50, heap.fireDue(1_000));
        assertEquals(whens.stream().sorted().toList(), fired);
        assertEquals(TimerHeap.NEVER, heap.earliest());
        assertEquals(0, heap.count());
    }

    @Test
    void fireDue_onTime_includesTheVeryInstant() {
        heap.add(new Recorder(), 7);
        assertEquals(0, heap.fireDue(6));
        assertEquals(1, heap.fireDue(7));
    }

    @Test
    void timersBeforeTheClocksOrigin_fireFirst() {
        heap.add(new Recorder(), 1);
        heap.add(new Recorder(), -5);
        heap.add(new Recorder(), Long.MIN_VALUE);
        assertEquals(Long.MIN_VALUE, heap.earliest());
        assertEquals(2, heap.fireDue(0));
        assertEquals(List.of(Long.MIN_VALUE, -5L), fired);
    }

    @Test
    void move_fromAnywhereToAnywhere_leavesAllInOrder() {
        int n = 30;
        for (int moved = 0; moved < n; moved++) {
            for (long to = -1; to <= n; to++) {
                TimerHeap all = new TimerHeap();
                List<Recorder> timers = new ArrayList<>();
                for (int i = 0; i < n; i++) {
                    Recorder timer = new Recorder();
                    timers.add(timer);
                    all.add(timer, (i * 37) % n);
                }
                assertTrue(all.move(timers.get(moved), to));
                all.check();

                fired.clear();
                assertEquals(n, all.fireDue(n));
                assertEquals(timers.stream().map(Recorder::when).sorted().toList(), fired);
            }
        }
    }

    @Test
    void move_ofWhatIsNotIn_changesNothing() {
        Recorder timer = new Recorder();
        assertFalse(heap.move(timer, 1));
        heap.add(timer, 7);
        assertFalse(new TimerHeap().move(timer, 1));
        assertEquals(7, timer.when());
        heap.fireDue(7);
        assertFalse(heap.move(timer, 9));
        assertEquals(TimerHeap.NEVER, heap.earliest());
    }

    @Test
    void remove_anywhere_leavesTheOthersInOrder() {
        int n = 60;
        for (int gone = 0; gone < n; gone++) {
            TimerHeap all = new TimerHeap();
            List<Recorder> timers = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                Recorder timer = new Recorder();
                timers.add(timer);
                all.add(timer, (i * 37) % n);
            }
            assertTrue(all.remove(timers.get(gone)));
            assertEquals(n - 1, all.count());

            fired.clear();
            all.fireDue(n);
            List<Long> expected = new ArrayList<>();
            for (long when = 0; when < n; when++) {
                if (when != (gone * 37) % n) {
                    expected.add(when);
                }
            }
            assertEquals(expected, fired);
        }
    }

    /** The last timer, moved into the gap, may have to rise there: it comes from another branch. */
    @Test
    void remove_underALaterParent_letsTheMovedOneRise() {
        long[] whens = {0, 100, 1, 2, 3, 101, 102, 103, 104, 10, 11, 12, 13, 4};
        List<Recorder> timers = new ArrayList<>();
        for (long when : whens) {
            Recorder timer = new Recorder();
            timers.add(timer);
            heap.add(timer, when);
        }
        assertTrue(heap.remove(timers.get(5))); // the one at 101, below the one at 100
        assertEquals(4, heap.fireDue(3));
        assertEquals(4, heap.earliest());
        heap.fireDue(200);
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 10L, 11L, 12L, 13L, 100L, 102L, 103L, 104L), fired);
    }

    @Test
    void remove_ofTheEarliest_uncoversTheNext() {
        Recorder first = new Recorder();
        heap.add(new Recorder(), 9);
        heap.add(first, 3);
        assertTrue(heap.remove(first));
        assertEquals(9, heap.earliest());
    }

    @Test
    void remove_ofWhatIsNotIn_isRefused() {
        Recorder timer = new Recorder();
        assertFalse(heap.remove(timer), "never added");
        heap.add(timer, 1);
        assertFalse(new TimerHeap().remove(timer), "in another heap");
        assertTrue(heap.remove(timer));
        assertFalse(heap.remove(timer), "removed before");
        heap.add(timer, 1);
        heap.fireDue(1);
        assertFalse(heap.remove(timer), "fired");
        assertEquals(List.of(1L), fired);
    }

    @Test
    void add_ofWhatIsIn_isRefused() {
        Recorder timer = new Recorder();
        heap.add(timer, 5);
        assertThrows(IllegalStateException.class, () -> heap.add(timer, 1));
        assertThrows(IllegalStateException.class, () -> new TimerHeap().add(timer, 1));
        assertEquals(1, heap.count());
        assertEquals(5, heap.earliest());
        assertTrue(heap.tryLock(), "the lock was not given back");
        heap.unlock();
    }

    @Test
    void timer_mayBeAddedAgainElsewhere() {
        Recorder timer = new Recorder();
        TimerHeap other = new TimerHeap();
        heap.add(timer, 5);
        heap.remove(timer);
        assertTrue(other.add(timer, 6));
        assertEquals(6, timer.when());
        assertEquals(1, other.fireDue(6));
    }

    @Test
    void fire_isCalledWithoutTheLockAndOutOfTheHeap() {
        List<Boolean> removable = new ArrayList<>();
        heap.add(
                new Recorder(self -> {
                    assertTrue(heap.tryLock(), "the lock is held");
                    heap.unlock();
                    removable.add(heap.remove(self));
                }),
                1);
        heap.fireDue(1);
        assertEquals(List.of(false), removable);
    }

    /** A periodic timer: P65. */
    @Test
    void timerAddedAgainFromFire_firesWhenItIsDueAgain() {
        heap.add(new Recorder(self -> heap.add(self, self.when() + 10)), 10);
        heap.add(new Recorder(), 25);
        assertEquals(1, heap.fireDue(10));
        assertEquals(20, heap.earliest());
        assertEquals(0, heap.fireDue(19));
        assertEquals(3, heap.fireDue(30), "a timer that is due again in the past fires in the same call");
        assertEquals(List.of(10L, 20L, 25L, 30L), fired);
        assertEquals(40, heap.earliest());
    }

    @Test
    void timerRemovedFromTheFireOfAnother_doesNotFire() {
        Recorder victim = new Recorder();
        heap.add(new Recorder(self -> assertTrue(heap.remove(victim))), 1);
        heap.add(victim, 2);
        assertEquals(1, heap.fireDue(5));
        assertEquals(List.of(1L), fired);
    }

    @Test
    void remove_letsGoOfTheTimer() {
        heap.add(new Recorder(), 1);
        var gone = Garbage.of(object -> {
            Recorder timer = new Recorder(self -> object.hashCode());
            heap.add(timer, 2);
            heap.remove(timer);
        });
        Garbage.assertCollected(gone);
    }

    @Test
    void fireDue_letsGoOfTheTimer() {
        heap.add(new Recorder(), 9);
        var gone = Garbage.of(object -> heap.add(new Recorder(self -> object.hashCode()), 2));
        heap.fireDue(2);
        Garbage.assertCollected(gone);
    }

    /** Whoever takes what is due, and does what it says, tells by this whether it is still due. */
    @Test
    void changes_areWhatIsAdded_moved_orTakenOut() {
        Recorder timer = new Recorder();
        int before = heap.changes();
        heap.add(timer, 5);
        assertEquals(before + 1, heap.changes());
        heap.move(timer, 6);
        assertEquals(before + 2, heap.changes());
        heap.remove(timer);
        assertEquals(before + 3, heap.changes());
        heap.remove(timer);
        heap.move(timer, 7);
        assertEquals(before + 3, heap.changes());
        heap.add(timer, 8);
        heap.fireDue(8);
        assertEquals(before + 5, heap.changes());
    }

    // ---------------------------------------------------------------- given up for another

    @Test
    void giveUpFor_allAreInTheOther_andWhatIsAdded_untilItIsReopened() {
        TimerHeap other = new TimerHeap();
        other.add(new Recorder(), 3);
        for (long when = 40; when > 0; when -= 2) {
            heap.add(new Recorder(), when);
        }
        heap.giveUpFor(other);
        assertEquals(0, heap.count());
        assertEquals(21, other.count());
        assertEquals(2, other.earliest());
        assertTrue(heap.add(new Recorder(), 1));
        heap.check();
        other.check();
        assertEquals(22, other.count());
        assertEquals(3, other.fireDue(3));
        assertEquals(List.of(1L, 2L, 3L), fired);
        heap.reopen();
        heap.add(new Recorder(), 1);
        assertEquals(1, heap.count());
        assertEquals(19, other.count());
    }

    /**
     * Whoever takes the timer out, or moves it, has seen it in one heap, and waits for that heap's lock while the timer
     * goes over.
     */
    @Test
    void timer_isFoundInTheOther_byWhoWasOnTheWayToTheFirst() throws Exception {
        assertTrue(isFoundWhileItGoesOver("remove", Recorder::takeOut));
        assertTrue(isFoundWhileItGoesOver("move", timer -> timer.moveTo(7)));
    }

    private static boolean isFoundWhileItGoesOver(String onTheWay, Predicate<Recorder> finds) throws Exception {
        TimerHeapTest test = new TimerHeapTest();
        TimerHeap heap = test.heap;
        TimerHeap other = new TimerHeap();
        Recorder timer = test.new Recorder();
        heap.add(timer, 5);
        FutureTask<Boolean> found = new FutureTask<>(() -> finds.test(timer));
        Thread giver = new Thread(() -> heap.giveUpFor(other));
        Thread finder = new Thread(found);
        other.lock();
        try {
            giver.start();
            while (heap.tryLock()) { // until it has that heap, and waits for the other
                heap.unlock();
                Thread.yield();
            }
            finder.start();
            while (Arrays.stream(finder.getStackTrace())
                    .noneMatch(frame -> frame.getMethodName().equals(onTheWay))) {
                Thread.yield();
            }
        } finally {
            other.unlock();
        }
        giver.join();
        other.check();
        return found.get();
    }

    // ---------------------------------------------------------------- what is due, to fire it oneself

    @Test
    void due_isInOrderUpToNow_andStays() {
        for (long when : new long[] {7, 3, 9, 3, 8}) {
            heap.add(new Recorder(), when);
        }
        List<TimerHeap.Timer> due = heap.due(8);
        assertEquals(
                List.of(3L, 3L, 7L, 8L), due.stream().map(TimerHeap.Timer::when).toList());
        assertEquals(List.of(), fired);
        assertEquals(5, heap.count());
        assertTrue(heap.fire(due.get(2)));
        assertFalse(heap.fire(due.get(2)));
        assertEquals(List.of(7L), fired);
        assertEquals(
                List.of(3L, 3L, 8L),
                heap.due(8).stream().map(TimerHeap.Timer::when).toList());
        assertEquals(List.of(), heap.due(2));
    }
}
