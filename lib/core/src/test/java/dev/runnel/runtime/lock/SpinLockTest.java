package dev.runnel.runtime.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.runtime.Racers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The lock of a channel and of the scheduler: mutual exclusion, order of memory (C44, C50), and giving way (P105). */
class SpinLockTest {

    private final SpinLock lock = new SpinLock();

    // Plain fields: only the lock keeps them together.
    private long left;
    private long right;

    @Test
    void tryLock_succeedsUntilItIsHeld() {
        assertTrue(lock.tryLock());
        assertFalse(lock.tryLock(), "it is not reentrant");
        lock.unlock();
        assertTrue(lock.tryLock());
        lock.unlock();
        lock.lock();
        assertFalse(lock.tryLock());
        lock.unlock();
        assertTrue(lock.tryLock());
    }

    @Test
    void locks_areOfTheirOwn() {
        lock.lock();
        assertTrue(new SpinLock().tryLock());
    }

    private void work(Runnable take) {
        for (int i = 0; i < 100_000; i++) {
            take.run();
            assertEquals(left, right);
            left++;
            right++;
            lock.unlock();
        }
    }

    @Test
    void holder_isAlone() throws Exception {
        Runnable byTrying = () -> {
            if (!lock.tryLock()) {
                lock.lock();
            }
        };
        Racers.race(
                () -> work(lock::lock),
                () -> work(byTrying),
                () -> work(lock::lockPatiently),
                () -> work(lock::lockAnother));
        assertEquals(400_000, left);
        assertEquals(400_000, right);
    }

    /**
     * A holder that has given its processor away gets it back, although threads that wait for the lock have taken all
     * processors.
     */
    @Test
    void waiters_giveWayToAHolderThatIsNotRunning() throws Exception {
        giveWay(lock::lock);
    }

    @Test
    void patientWaiters_giveWayToAHolderThatIsNotRunning() throws Exception {
        giveWay(lock::lockPatiently);
    }

    private void giveWay(Runnable take) throws Exception {
        int threads = 4 * Runtime.getRuntime().availableProcessors();
        try (var platform = Executors.newFixedThreadPool(threads)) {
            race(platform, threads, () -> {
                take.run();
                long before = left;
                Thread.yield();
                left = before + 1;
                lock.unlock();
            });
        }
        assertEquals(200L * threads, left);
    }

    private static void race(ExecutorService executor, int threads, Runnable round) throws Exception {
        List<Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            ends.add(executor.submit(() -> {
                for (int rounds = 0; rounds < 200; rounds++) {
                    round.run();
                }
            }));
        }
        for (Future<?> end : ends) {
            end.get();
        }
    }
}
