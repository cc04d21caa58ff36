package dev.runnel.runtime.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A thread for whoever needs it, and what happens if the system has none. */
class OnDemandTest {

    private final AtomicInteger starts = new AtomicInteger();

    @Test
    void thread_isStartedOnce_untilItEnds() {
        OnDemand thread = new OnDemand(starts::incrementAndGet);
        thread.need();
        thread.need();
        assertEquals(1, starts.get());
        thread.ends();
        assertTrue(thread.runsOn());
        thread.need();
        assertEquals(1, starts.get());
        thread.ends();
        thread.need();
        assertEquals(2, starts.get());
        assertFalse(thread.runsOn(), "there is another");
    }

    @Test
    void systemWithoutAThread_isToldToEach() {
        OnDemand thread = new OnDemand(() -> {
            starts.incrementAndGet();
            throw new OutOfMemoryError("no thread");
        });
        assertThrows(OutOfMemoryError.class, thread::need);
        assertThrows(OutOfMemoryError.class, thread::need);
        assertEquals(2, starts.get());
    }

    @Test
    void whoComesWhileItIsStarted_startsNoOther() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch mayStart = new CountDownLatch(1);
        OnDemand thread = new OnDemand(() -> {
            starts.incrementAndGet();
            starting.countDown();
            awaitUninterrupted(mayStart);
        });
        FutureTask<Void> first = needs(thread);
        starting.await();
        FutureTask<Void> second = new FutureTask<>(thread::need, null);
        Thread comes = Thread.ofPlatform().daemon().start(second);
        try {
            Await.until(() -> Stream.of(comes.getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().equals("lock")));
        } finally {
            mayStart.countDown();
        }
        first.get();
        second.get();
        assertEquals(1, starts.get());
    }

    /** Whoever comes while the thread is being started must not wait for a thread that does not exist. */
    @Test
    void whoComesWhileTheStartFails_startsOneHimself() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch mayFail = new CountDownLatch(1);
        OnDemand thread = new OnDemand(() -> {
            if (starts.incrementAndGet() == 1) {
                starting.countDown();
                awaitUninterrupted(mayFail);
                throw new OutOfMemoryError("no thread");
            }
        });
        FutureTask<Void> first = needs(thread);
        starting.await();
        FutureTask<Void> second = needs(thread);
        // If it did not wait it would be through by then; as it does, any time will do.
        assertThrows(TimeoutException.class, () -> second.get(100, TimeUnit.MILLISECONDS));
        mayFail.countDown();
        assertThrows(ExecutionException.class, first::get);
        second.get();
        assertEquals(2, starts.get());
    }

    private static FutureTask<Void> needs(OnDemand thread) {
        FutureTask<Void> needs = new FutureTask<>(thread::need, null);
        Thread.ofPlatform().daemon().start(needs);
        return needs;
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
