package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.runtime.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Spin locks between virtual threads on the JDK's pool, with more threads than carriers (P105). */
class GivingWayTest {

    private static final int THREADS = 8 * Runtime.getRuntime().availableProcessors();

    private final SpinLock lock = new SpinLock();
    private final SpinLock second = new SpinLock();

    static {
        Scheduler.current(); // sets how waiters give way
    }

    // Plain fields: only the locks keep them right.
    private long left;
    private long right;

    /** A thread that has one lock and waits for the next does not get behind those that wait for the first. */
    @Test
    void waiters_doNotStarveAHolderThatWaitsForAnotherLock() throws Exception {
        int rounds = 200;
        race(rounds, () -> {
            lock.lock();
            second.lock();
            left++;
            second.unlock();
            lock.unlock();
            second.lock();
            right++;
            second.unlock();
        });
        assertEquals((long) rounds * THREADS, left);
        assertEquals((long) rounds * THREADS, right);
    }

    /** As when the JDK unmounts a thread that loads a class under the lock. */
    @Test
    void waiters_letAHolderBackThatWasUnmounted() throws Exception {
        int rounds = 10;
        race(rounds, () -> {
            lock.lock();
            LockSupport.parkNanos(1);
            left++;
            lock.unlock();
        });
        assertEquals((long) rounds * THREADS, left);
    }

    @Test
    void waiters_letAHolderBackThatWasUnmounted_alsoWhenTheyAreInterrupted() throws Exception {
        int rounds = 10;
        race(rounds, () -> {
            lock.lock();
            LockSupport.parkNanos(1);
            Thread.currentThread().interrupt();
            left++;
            lock.unlock();
        });
        assertEquals((long) rounds * THREADS, left);
    }

    private static void race(int rounds, Runnable round) throws Exception {
        List<Future<?>> ends = new ArrayList<>();
        try (var virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                ends.add(virtual.submit(() -> {
                    for (int done = 0; done < rounds; done++) {
                        round.run();
                    }
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        }
    }
}
