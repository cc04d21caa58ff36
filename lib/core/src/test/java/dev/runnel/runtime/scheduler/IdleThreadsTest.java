package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;
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

    /** Native code may wait, as for a socket, or compute, as whoever packs does. */
    @Test
    void taskInNativeCode_isIdleOnlyIfThatWaits() throws Exception {
        var pool = Executors.newFixedThreadPool(1, factory);
        try (var server = new ServerSocket(0)) {
            var accepted = pool.submit(server::accept);
            awaitNative("accept");
            assertTrue(IdleThreads.isIdle(worker.get()));
            new Socket(server.getInetAddress(), server.getLocalPort()).close();
            accepted.get().close();
        }
        AtomicBoolean enough = new AtomicBoolean();
        pool.submit(() -> {
            byte[] packed = new byte[1 << 20];
            Random random = new Random(1);
            while (!enough.get()) {
                Deflater deflater = new Deflater(9);
                byte[] plain = new byte[1 << 20];
                random.nextBytes(plain);
                deflater.setInput(plain);
                deflater.deflate(packed);
                deflater.end();
            }
        });
        awaitNative("deflate");
        boolean idle = false;
        for (int looks = 0; looks < 100; looks++) {
            idle |= IdleThreads.isIdle(worker.get());
        }
        enough.set(true);
        assertFalse(idle);
        pool.shutdown();
    }

    private void awaitNative(String method) {
        while (Arrays.stream(worker.get().getStackTrace())
                .limit(8)
                .noneMatch(frame -> frame.getMethodName().startsWith(method))) {
            Thread.onSpinWait();
        }
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
