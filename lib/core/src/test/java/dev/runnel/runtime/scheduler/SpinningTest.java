package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.GoHandle;
import dev.runnel.Runtimes;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.sync.Mutex;
import org.junit.jupiter.api.Test;

/** When a goroutine that finds a mutex taken looks again before it waits; P100. */
class SpinningTest {

    private static boolean maySpin() {
        return Scheduler.strand().maySpin();
    }

    @Test
    void maySpin_onlyIfAnotherPRuns_andThisHasNothingToDo() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "nobody spins on a single processor");
        TwoPs.run(() -> {
            TwoPs ps = new TwoPs();
            assertTrue(maySpin());
            GoHandle next = go(() -> {});
            assertFalse(maySpin(), "somebody is in next");
            next.join();
            ps.leave();
            ps.join();
            TwoPs.spinUntil(() -> Scheduler.current().idle.processors() == 1);
            assertFalse(maySpin(), "nobody runs who could have what is wanted");
        });
    }

    @Test
    void maySpin_onOneP_never() {
        Runtimes.run(Runtimes.oneP(), () -> assertFalse(maySpin()));
    }

    /** The holder runs for a long time: whoever wants the mutex waits after some looks, and gives its P away. */
    @Test
    void spinning_ends() {
        TwoPs.run(() -> {
            Mutex mutex = new Mutex();
            mutex.lock();
            int[] plain = {0};
            GoHandle wants = go(() -> mutex.locked(() -> plain[0]++));
            Scheduler s = Scheduler.current();
            TwoPs.spinUntil(() -> s.machines.goroutines().stream()
                    .anyMatch(g -> g.is(GoroutineStatus.WAITING) && g.waitReason() == WaitReason.MUTEX_LOCK));
            mutex.unlock();
            wants.join();
            assertEquals(1, plain[0]);
        });
    }
}
