package dev.runnel.runtime.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Racers;
import dev.runnel.runtime.choice.XorShift;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Threads that add and remove timers while others fire them: none is lost, none fires twice or early. P35, P62, P63.
 */
class TimerHeapStressTest {

    private static final int TIMERS = 30_000;
    private static final int HORIZON = 1_000;

    private final TimerHeap heap = new TimerHeap();
    private final AtomicInteger adding = new AtomicInteger(2);
    private final AtomicInteger early = new AtomicInteger();
    private final ThreadLocal<Integer> now = ThreadLocal.withInitial(() -> Integer.MAX_VALUE);

    /** Adds itself again when it fires, this many times. */
    private final class Counter extends TimerHeap.Timer {
        final AtomicInteger fires = new AtomicInteger();
        final int again;
        boolean removed;

        Counter(int again) {
            this.again = again;
        }

        @Override
        protected void fire(TimerHeap from) {
            if (when() > now.get()) {
                early.incrementAndGet();
            }
            if (fires.incrementAndGet() <= again) {
                heap.add(this, when() + 1);
            }
        }
    }

    @RepeatedTest(2)
    void timers_fireOnceOrAreRemovedOnce() throws Exception {
        List<Counter> left = new ArrayList<>();
        List<Counter> right = new ArrayList<>();
        Racers.race(() -> addAndRemove(left, 1), () -> addAndRemove(right, 2), () -> fire(3), () -> fire(4));
        heap.fireDue(HORIZON);

        int fired = 0;
        for (List<Counter> timers : List.of(left, right)) {
            for (Counter timer : timers) {
                assertEquals(1, timer.fires.get() + (timer.removed ? 1 : 0));
                fired += timer.fires.get();
            }
        }
        assertTrue(fired > 0 && fired < 2 * TIMERS, fired + " of the timers fired");
        assertEquals(0, early.get(), "timers that fired before they were due");
        assertEquals(0, heap.count());
        assertEquals(TimerHeap.NEVER, heap.earliest());
    }

    private void addAndRemove(List<Counter> timers, long seed) {
        XorShift random = new XorShift(seed);
        for (int i = 0; i < TIMERS; i++) {
            Counter timer = new Counter(0);
            timers.add(timer);
            heap.add(timer, random.below(HORIZON));
            if (random.below(2) == 0) {
                Counter other = timers.get(random.below(timers.size()));
                other.removed |= heap.remove(other);
            }
        }
        adding.decrementAndGet();
    }

    private void fire(long seed) {
        XorShift random = new XorShift(seed);
        while (adding.get() > 0) {
            now.set(random.below(HORIZON));
            heap.fireDue(now.get());
        }
    }

    /** One thread moves timers to and fro while others fire them: each fires once, and not before the time last set. */
    @RepeatedTest(2)
    void timersThatAreMoved_fireOnceAndNotEarly() throws Exception {
        List<Counter> timers = new ArrayList<>();
        adding.set(1);
        Racers.race(
                () -> {
                    XorShift random = new XorShift(7);
                    for (int i = 0; i < TIMERS; i++) {
                        Counter timer = new Counter(0);
                        timers.add(timer);
                        heap.add(timer, random.below(HORIZON));
                        Counter other = timers.get(random.below(timers.size()));
                        heap.move(other, random.below(HORIZON));
                    }
                    adding.decrementAndGet();
                },
                () -> fire(8),
                () -> fire(9));
        heap.fireDue(HORIZON);

        timers.forEach(timer -> assertEquals(1, timer.fires.get()));
        assertEquals(0, early.get(), "timers that fired before they were due");
        heap.check();
        assertEquals(0, heap.count());
    }

    @RepeatedTest(2)
    void timersThatAddThemselvesAgain_fireAsOftenAsTheyWereAdded() throws Exception {
        List<Counter> timers = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            timers.add(new Counter(3));
        }
        adding.set(1);
        Racers.race(
                () -> {
                    XorShift random = new XorShift(65);
                    timers.forEach(timer -> heap.add(timer, random.below(HORIZON)));
                    adding.decrementAndGet();
                },
                () -> fire(5),
                () -> fire(6));
        heap.fireDue(HORIZON + 4);

        timers.forEach(timer -> assertEquals(4, timer.fires.get()));
        assertEquals(0, early.get(), "timers that fired before they were due");
        assertEquals(0, heap.count());
    }
}
