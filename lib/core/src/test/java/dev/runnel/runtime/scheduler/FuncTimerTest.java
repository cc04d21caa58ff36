package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.runtime.queue.TimerHeap;
import org.junit.jupiter.api.Test;

/** A firing that comes too late: T6, T10. */
class FuncTimerTest {

    /**
     * The firing was on its way, and is overtaken by a stop that says so. On one P what it starts would be the next to
     * run.
     */
    @Test
    void firing_afterTheStop_startsNothing() {
        Runtimes.run(1, () -> {
            Scheduler s = Scheduler.currentOrDefault();
            int[] runs = {0};
            FuncTimer timer = new FuncTimer(() -> runs[0]++);
            int started = 0;
            timer.reset(1);
            while (!timer.stop()) { // the timer was faster
                started++;
                timer.reset(1);
            }
            for (long due = s.timers.now() + 1; s.timers.now() < due; ) {
                Thread.onSpinWait();
            }
            timer.alarm().fire(new TimerHeap());
            while (runs[0] < started) {
                Go.gosched();
            }
            Go.gosched();
            assertEquals(started, runs[0]);
        });
    }

    /** The firing was on its way, and is overtaken by another setting, which is not due. */
    @Test
    void firing_afterALaterSetting_startsNothing() {
        Runtimes.run(1, () -> {
            int[] runs = {0};
            FuncTimer timer = new FuncTimer(() -> runs[0]++);
            timer.reset(3_600_000_000_000L);
            timer.alarm().fire(new TimerHeap());
            assertTrue(timer.stop());
            Go.gosched();
            assertEquals(0, runs[0]);
        });
    }
}
