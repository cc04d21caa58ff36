package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.Runtimes;
import dev.runnel.runtime.channel.Queues;
import dev.runnel.time.Ticker;
import dev.runnel.time.Timer;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Which timers are in the heaps of the Ps, and which are not touched there: P63, P64. */
class TimerWithoutHeapTest {

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration EVER = Duration.ofSeconds(Long.MAX_VALUE);

    private static int timers(Scheduler s) {
        return Arrays.stream(s.processors).mapToInt(p -> p.timers.count()).sum();
    }

    /** All heaps are locked meanwhile; whoever wanted one would wait for ever. */
    @Test
    void timerThatNobodyWaitsFor_isStoppedSetAndReadWithoutAHeap() {
        Runtimes.run(2, () -> {
            Scheduler s = Scheduler.currentOrDefault();
            Timer used = new Timer(LONG);
            assertTrue(used.c().tryRecv(Duration.ofNanos(1)).isEmpty()); // somebody has waited
            for (Processor p : s.processors) {
                p.timers.lock();
            }
            try {
                Timer timer = new Timer(LONG);
                assertTrue(timer.reset(LONG));
                assertTrue(timer.stop());
                assertFalse(timer.reset(Duration.ZERO));
                assertTrue(timer.c().tryRecv().toOption().isDefined());
                Ticker ticker = new Ticker(LONG);
                ticker.reset(Duration.ofNanos(1));
                assertTrue(ticker.c().tryRecv().toOption().isDefined());
                ticker.stop();
                assertTrue(used.reset(LONG));
                assertTrue(used.stop());
                assertFalse(Go.afterFunc(Duration.ZERO, () -> {}).stop());
            } finally {
                for (Processor p : s.processors) {
                    p.timers.unlock();
                }
            }
        });
    }

    @Test
    void heaps_haveWhatIsWaitedForOrIsToRun_andNothingElse() {
        Runtimes.run(2, () -> {
            Scheduler s = Scheduler.currentOrDefault();
            Timer timer = new Timer(LONG);
            Timer function = Go.afterFunc(LONG, () -> {});
            assertEquals(1, timers(s));
            var waits = Go.go(() -> timer.c().recv());
            Queues.awaitReceivers(timer.c(), 1);
            assertEquals(2, timers(s));
            for (int i = 0; i < 3; i++) {
                assertTrue(timer.reset(LONG.plusMinutes(i)));
                assertTrue(function.reset(LONG.plusMinutes(i)));
                assertEquals(2, timers(s));
            }
            assertTrue(timer.reset(EVER));
            assertTrue(function.reset(EVER));
            assertEquals(0, timers(s));
            assertTrue(timer.reset(LONG));
            assertTrue(function.reset(LONG));
            assertEquals(2, timers(s));
            assertTrue(timer.stop());
            assertTrue(function.stop());
            assertEquals(0, timers(s));
            assertFalse(timer.reset(Duration.ZERO));
            assertFalse(function.reset(Duration.ZERO));
            waits.join();
            assertEquals(0, timers(s));
            Await.until(() -> Go.numGoroutine() == 1);
        });
    }
}
