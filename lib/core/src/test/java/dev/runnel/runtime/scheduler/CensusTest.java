package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The counters of a scheduler, between two of its steps. */
class CensusTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));
    private final AtomicBoolean mayEnd = new AtomicBoolean();

    @AfterEach
    void close() {
        mayEnd.set(true);
        s.ending().close();
    }

    @Test
    void goroutineThatHasJustEnded_standsForNoneThatHasNotStarted() {
        Goroutine ending = s.go("ending", new EndingSlowly());
        Await.until(ending::hasEnded);
        s.go("queued", Go.chan()::recv);
        assertEquals(1, s.view.goroutineDump().notStarted());
        mayEnd.set(true);
        Await.until(() -> !s.view.waitedFor().isEmpty());
        assertEquals(0, s.view.goroutineDump().notStarted());
        s.view.checkQueues();
    }

    /**
     * The timer is no longer in any heap, and no goroutine runs; but the timer may wake one, of this runtime or
     * another.
     */
    @Test
    void timerThatFires_isNoStandstill() {
        AtomicLong seen = new AtomicLong();
        AtomicBoolean fired = new AtomicBoolean();
        s.timers()
                .add(
                        new TimerHeap.Timer() {
                            @Override
                            protected void fire(TimerHeap from) {
                                seen.set(s.census.standstill());
                                fired.set(true);
                            }
                        },
                        System.nanoTime());
        Await.until(fired::get);
        assertEquals(-1, seen.get());
        Await.until(() -> s.census.standstill() >= 0);
    }

    /** Has ended, but is still with its M, which has the only P. */
    private final class EndingSlowly implements Task {

        @Override
        public void run() {}

        @Override
        public void ended(boolean endsTheRun) {
            while (!mayEnd.get()) {
                Thread.onSpinWait();
            }
        }
    }
}
