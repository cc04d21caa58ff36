package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Go;
import dev.runnel.Runtimes;
import org.junit.jupiter.api.Test;

/** A firing that comes too late: T6, T10. */
class FuncTimerTest {

    /** It was on its way, and is overtaken by a stop that says so. On one P what it starts would be the next to run. */
    @Test
    void firing_afterTheStop_startsNothing() {
        Runtimes.run(1, () -> {
            Scheduler s = Scheduler.currentOrDefault();
            int[] runs = {0};
            FuncTimer timer = new FuncTimer(() -> runs[0]++);
            int started = 0;
            timer.reset(1);
            while (!timer.stop()) { // it was faster
                started++;
                timer.reset(1);
            }
            for (long due = s.timers.now() + 1; s.timers.now() < due; ) {
                Thread.onSpinWait();
            }
            timer.alarm().fire();
            while (runs[0] < started) {
                Go.gosched();
            }
            Go.gosched();
            assertEquals(started, runs[0]);
        });
    }
}
