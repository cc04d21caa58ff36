package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AsideTest {

    @Test
    void actions_areDoneByAFewThreads_eachOnce() throws InterruptedException {
        int n = 20_000;
        CountDownLatch done = new CountDownLatch(n);
        Set<Thread> threads = Collections.synchronizedSet(new HashSet<>());
        AtomicInteger most = new AtomicInteger();
        AtomicInteger now = new AtomicInteger();
        for (int i = 0; i < n; i++) {
            Aside.run(() -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                threads.add(Thread.currentThread());
                now.decrementAndGet();
                done.countDown();
            });
        }
        done.await();
        assertTrue(most.get() <= 16, most::toString);
        Await.until(() -> threads.stream().noneMatch(Thread::isAlive));
    }

    /** Actions that wait or fail keep nobody else from being told. */
    @Test
    void actions_thatBlockOrFail_leaveTheOthersAlone() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 10; i++) {
            Aside.run(() -> {
                try {
                    told.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        IllegalStateException planted = new IllegalStateException("planted");
        for (int i = 0; i < 20; i++) { // more actions than threads
            Aside.run(() -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> {
                    uncaught.add(thrown);
                    throw new IllegalStateException("the handler's own");
                });
                throw planted;
            });
        }
        Aside.run(told::countDown);
        told.await();
        Await.until(() -> uncaught.size() == 20);
        assertEquals(Collections.nCopies(20, planted), uncaught);
    }

    /** Other callers may fail likewise: nobody may count on a thread that has not begun. */
    @Test
    void threadsThatCannotBeMade_areToldToEachWhoNeedsOne() throws InterruptedException {
        CyclicBarrier both = new CyclicBarrier(2);
        Aside aside = new Aside(work -> new Thread(work) {
            @Override
            public void start() {
                try {
                    both.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IllegalStateException(e);
                }
                throw new OutOfMemoryError("planted");
            }
        });
        List<Throwable> told = Collections.synchronizedList(new ArrayList<>());
        List<Thread> callers = Stream.generate(() -> Thread.ofPlatform()
                        .start(() -> told.add(
                                assertThrows(OutOfMemoryError.class, () -> aside.add(new Aside.Told(() -> {}))))))
                .limit(2)
                .toList();
        for (Thread caller : callers) {
            caller.join();
        }
        assertEquals(2, told.size());
    }

    /** Else an action that blocks would keep alive all that came after it. */
    @Test
    void actionThatBlocks_keepsNoneOfThoseAfterIt() throws InterruptedException {
        CountDownLatch queued = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Aside aside = new Aside(work -> new Thread(() -> {
            await(queued);
            work.run();
        }));
        aside.add(new Aside.Told(() -> await(end)));
        WeakReference<Object> second = addAndForget(aside, done);
        queued.countDown();
        done.await();
        assertTrue(Await.isCollected(second));
        end.countDown();
    }

    private static WeakReference<Object> addAndForget(Aside aside, CountDownLatch done) {
        Object held = new Object();
        aside.add(new Aside.Told(() -> {
            done.countDown();
            Reference.reachabilityFence(held);
        }));
        return new WeakReference<>(held);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
