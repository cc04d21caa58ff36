package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.runtime.queue.TimerHeap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Which P has which timers, and which P fires them. The watchdog fires what is due, too, and may be first now and then:
 * so one success in many tries is enough.
 */
class TimersOfPsTest {

    private static final int TRIES = 200;

    private final List<String> trace = Collections.synchronizedList(new ArrayList<>());

    /** Says on which thread it fired. */
    private final class Probe extends TimerHeap.Timer {

        private volatile @Nullable Thread firedBy;

        @Override
        protected void fire(TimerHeap from) {
            trace.add("timer");
            firedBy = Thread.currentThread();
        }
    }

    /** A timer that is due, in the heap of the caller's P, where nobody was told of it. */
    private Probe due() {
        Probe probe = new Probe();
        Machine.current().processor().timers.add(probe, System.nanoTime() - 1);
        return probe;
    }

    /** P62. */
    @Test
    void newTimer_isInTheHeapOfItsCreatorsP() {
        Runtimes.run(4, () -> {
            for (int i = 0; i < 20; i++) {
                go(() -> {
                            Probe probe = new Probe();
                            Scheduler s = Scheduler.current();
                            TimerHeap heap = s.timers.add(probe, System.nanoTime() + 3_600_000_000_000L);
                            assertSame(Machine.current().processor().timers, heap);
                            assertTrue(heap.remove(probe));
                        })
                        .join();
            }
        });
    }

    /** The timer would no longer fire once the creator's runtime is closed. */
    @Test
    void newTimer_ofAnotherRuntime_isNotInTheHeapOfItsCreatorsP() {
        Runtimes.run(2, () -> {
            Scheduler other = new Scheduler(Runtimes.oneP());
            try {
                Probe probe = new Probe();
                TimerHeap heap = other.timers.add(probe, System.nanoTime() + 3_600_000_000_000L);
                assertSame(other.processors[0].timers, heap);
                assertTrue(heap.remove(probe));
            } finally {
                other.ending().close();
            }
        });
    }

    /** P20: a P that looks for what to run fires its own due timers first. */
    @Test
    void dueTimers_areFiredBeforeTheNextGoroutineRuns() {
        Runtimes.run(Runtimes.oneP(), () -> {
            boolean seen = false;
            for (int i = 0; i < TRIES && !seen; i++) {
                trace.clear();
                go(() -> trace.add("goroutine"));
                Probe probe = due();
                Go.gosched();
                TwoPs.spinUntil(() -> probe.firedBy != null);
                seen = probe.firedBy == Thread.currentThread();
            }
            assertTrue(seen);
            assertEquals(List.of("timer", "goroutine"), trace);
        });
    }

    /** P35: an M that finds nothing else fires the timers of other Ps. */
    @Test
    void dueTimersOfABusyP_areFiredByAThief() {
        TwoPs.run(() -> {
            boolean seen = false;
            for (int i = 0; i < TRIES && !seen; i++) {
                TwoPs two = new TwoPs();
                Probe probe = due();
                two.leave();
                TwoPs.spinUntil(() -> probe.firedBy != null);
                seen = probe.firedBy.isVirtual();
                two.join();
            }
            assertTrue(seen);
        });
    }
}
