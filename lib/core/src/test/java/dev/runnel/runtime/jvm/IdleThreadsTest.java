package dev.runnel.runtime.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.util.Arrays;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import jdk.jfr.Event;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;

/**
 * A pool that has nothing to do is idle, however its threads wait, and asleep. A pool whose task waits is neither. A
 * pool whose task is due later is not asleep. P79.
 */
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
        idle(pool, false);
    }

    @Test
    void forkJoinPool_isAsleep_unlessATaskWaits() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (var pool = new ForkJoinPool(1)) {
            pool.submit(() -> {
                worker.set(Thread.currentThread());
                release.await();
                return null;
            });
            Await.until(() -> worker.get() != null);
            awaitParked(worker.get());
            assertFalse(IdleThreads.isAsleep(worker.get()));
            release.countDown();
            Await.until(() -> IdleThreads.isAsleep(worker.get()));
        }
    }

    @Test
    void threadThatRuns_isNotAsleep() {
        assertFalse(IdleThreads.isAsleep(Thread.currentThread()));
    }

    /** For JDKs that have a thread for tasks that are due later, in a class of its own. */
    @Test
    void delayedTasksOfCompletableFutures_keepTheirThreadFromBeingAsleep() {
        CompletableFuture<Void> future = new CompletableFuture<Void>().orTimeout(1, TimeUnit.HOURS);
        Optional<Thread> delays = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ForkJoinPool.commonPool-delayScheduler"))
                .findFirst();
        delays.ifPresent(thread -> Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING));
        delays.ifPresent(thread -> assertFalse(IdleThreads.isAsleep(thread)));
        delays.ifPresent(thread -> assertTrue(IdleThreads.isIdle(thread)));
        future.complete(null);
        delays.ifPresent(thread -> Await.until(() -> IdleThreads.isAsleep(thread)));
    }

    @Test
    void pool_withAQueueOfTheUsersOwn_isNotAsleep() throws Exception {
        var itsOwn = new LinkedBlockingQueue<Runnable>() {
            @Override
            public Runnable take() throws InterruptedException {
                return super.take(); // nobody knows what it may have for later
            }
        };
        idle(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, itsOwn, factory), false);
    }

    @Test
    void taskThatWaits_isNotIdle() throws Exception {
        var pool = Executors.newScheduledThreadPool(1, factory);
        pool.submit(new SynchronousQueue<Boolean>()::take);
        while (!inTask(worker.get())) {
            Thread.onSpinWait();
        }
        assertFalse(IdleThreads.isIdle(worker.get()));
        assertFalse(IdleThreads.isAsleep(worker.get()));
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
        assertFalse(IdleThreads.isAsleep(worker.get()));
        LockSupport.unpark(worker.get());
        while (!IdleThreads.isIdle(worker.get())) {
            Thread.onSpinWait();
        }
        Await.until(() -> IdleThreads.isAsleep(worker.get()));
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {}
                },
                TimeUnit.HOURS.toMillis(1));
        Await.until(() -> worker.get().getState() == Thread.State.TIMED_WAITING);
        assertFalse(IdleThreads.isAsleep(worker.get()));
        assertTrue(IdleThreads.isIdle(worker.get()));
        timer.cancel();
    }

    @Test
    void streamOfEvents_isIdle_unlessWhatItTellsWaits() {
        CountDownLatch release = new CountDownLatch(1);
        try (RecordingStream stream = new RecordingStream()) {
            stream.enable(Told.class);
            stream.onEvent(Told.class.getName(), event -> {
                worker.set(Thread.currentThread());
                uninterruptibly(release);
            });
            stream.startAsync();
            new Told().commit();
            Await.until(() -> worker.get() != null);
            awaitParked(worker.get());
            assertFalse(IdleThreads.isIdle(worker.get()));
            release.countDown();
            Await.until(() -> IntStream.range(0, 100)
                    .allMatch(look -> worker.get().getState() == Thread.State.TIMED_WAITING
                            && IdleThreads.isIdle(worker.get()))); // one look may be amid reading
        } finally {
            release.countDown();
        }
    }

    @StackTrace(false)
    static class Told extends Event {}

    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void idle(ExecutorService made) throws Exception {
        idle(made, true);
    }

    private void idle(ExecutorService made, boolean asleep) throws Exception {
        try {
            made.submit(() -> {}).get();
            awaitParked(worker.get());
            assertTrue(
                    IdleThreads.isIdle(worker.get()),
                    () -> Arrays.toString(worker.get().getStackTrace()));
            assertEquals(
                    asleep,
                    IdleThreads.isAsleep(worker.get()),
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
