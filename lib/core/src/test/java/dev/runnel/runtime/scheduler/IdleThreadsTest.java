package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A pool that has nothing to do is idle, however its threads wait; one whose task waits is not. P79. */
class IdleThreadsTest {

    private final AtomicReference<Thread> worker = new AtomicReference<>();
    private final ThreadFactory factory = body -> {
        Thread thread = Thread.ofPlatform().daemon().unstarted(body);
        worker.set(thread);
        return thread;
    };

    @Test
    void pool_withAnEmptyQueue_isIdle() throws Exception {
        idle(Executors.newFixedThreadPool(1, factory));
        idle(Executors.newCachedThreadPool(factory));
        idle(Executors.newScheduledThreadPool(1, factory)); // waits without a limit, deeper in the JDK
    }

    @Test
    void scheduledPool_thatWaitsForTheTimeOfATask_isIdle() throws Exception {
        var pool = Executors.newScheduledThreadPool(1, factory);
        pool.schedule(() -> {}, 1, TimeUnit.HOURS);
        idle(pool);
    }

    @Test
    void taskThatWaits_isNotIdle() throws Exception {
        var pool = Executors.newScheduledThreadPool(1, factory);
        pool.submit(new SynchronousQueue<Boolean>()::take);
        while (!inTask(worker.get())) {
            Thread.onSpinWait();
        }
        assertFalse(IdleThreads.isIdle(worker.get()));
        pool.shutdownNow();
    }

    @Test
    void timer_isIdle_unlessATaskWaits() throws Exception {
        Timer timer = new Timer(true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        worker.set(Thread.currentThread());
                        LockSupport.park(IdleThreadsTest.this);
                    }
                },
                0);
        while (worker.get() == null) {
            Thread.onSpinWait();
        }
        awaitParked(worker.get());
        assertFalse(IdleThreads.isIdle(worker.get()));
        LockSupport.unpark(worker.get());
        while (!IdleThreads.isIdle(worker.get())) {
            Thread.onSpinWait();
        }
        timer.cancel();
    }

    private void idle(ExecutorService made) throws Exception {
        try {
            made.submit(() -> {}).get();
            awaitParked(worker.get());
            assertTrue(
                    IdleThreads.isIdle(worker.get()),
                    () -> Arrays.toString(worker.get().getStackTrace()));
        } finally {
            made.shutdownNow();
        }
    }

    private static boolean inTask(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(SynchronousQueue.class.getName()));
    }

    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
