package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.runtime.queue.TimerHeap;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Without memory for an M, or for what a timer does, no P is lost and no goroutine, and each runs when there is memory again. */
class NoMemoryTest {

    /** There is none for an M, as long as it says so. */
    private static final class Lacking extends MachineList {

        private final AtomicInteger refused = new AtomicInteger();
        private volatile boolean lacks;

        @Override
        Machine add(Scheduler scheduler) {
            if (lacks) {
                refused.incrementAndGet();
                throw new OutOfMemoryError("for a test");
            }
            return super.add(scheduler);
        }
    }

    private final Lacking machines = new Lacking();

    private void run(RuntimeConfig config, Body main) {
        Scheduler s = new Scheduler(config);
        s.machines = machines;
        s.ending().run(main);
    }

    /** All other goroutines have yet to start, so there is nobody who could give memory back but the one that waits. */
    @Test
    void whoWaits_ifNobodyElseCanRun_fails_andTheOtherRunsLater() {
        run(Runtimes.oneP(), () -> {
            Chan<Integer> values = chan();
            go(() -> values.send(1));
            machines.lacks = true;
            assertThrows(OutOfMemoryError.class, values::recv);
            assertThrows(OutOfMemoryError.class, values::recv);
            machines.lacks = false;
            assertEquals(1, values.recv().get());
            assertTrue(machines.refused.get() >= 2, machines.refused + " times");
        });
    }

    @Test
    void whoYields_ifNobodyElseCanRun_goesOn_andTheOthersRunLater() {
        run(Runtimes.oneP(), () -> {
            Chan<Integer> values = chan(2);
            go(() -> values.send(1));
            go(() -> values.send(2));
            machines.lacks = true;
            gosched();
            gosched();
            assertEquals(0, values.len());
            machines.lacks = false;
            assertEquals(3, values.recv().get() + values.recv().get());
        });
    }

    /** It is taken from one that is blocked, and there is somebody to run. */
    @Test
    void thePOfOneThatIsBlocked_isNotLost() {
        run(Runtimes.oneP(), () -> {
            AtomicBoolean ran = new AtomicBoolean();
            go(() -> ran.set(true));
            machines.lacks = true;
            Await.until(() -> machines.refused.get() >= 2); // by who took the P, and by the watchdog
            assertFalse(ran.get());
            machines.lacks = false;
            Await.until(ran::get);
            gosched();
        });
    }

    @Test
    void whoIsStartedFromOutside_isStartedLater() {
        Scheduler s = new Scheduler(Runtimes.oneP());
        s.machines = machines;
        try {
            machines.lacks = true;
            Goroutine started = s.go(null, () -> {});
            Await.until(() -> machines.refused.get() >= 2); // by the caller, and by the watchdog
            machines.lacks = false;
            Await.until(started::hasEnded);
        } finally {
            s.ending().close();
        }
    }

    /** It is fired by an M that looks for work, or by the watchdog, as chance has it; neither may end by it. */
    @Test
    void aTimerWithoutMemory_endsNobodysSearch() {
        run(Runtimes.oneP(), () -> {
            Chan<Integer> values = chan();
            for (int i = 0; i < 100; i++) {
                int value = i;
                go(() -> values.send(value));
                Machine.current().processor().timers.add(new Failing(), System.nanoTime() - 1);
                assertEquals(value, values.recv().get());
            }
        });
    }

    private static final class Failing extends TimerHeap.Timer {
        @Override
        protected void fire() {
            throw new OutOfMemoryError("for a test");
        }
    }
}
