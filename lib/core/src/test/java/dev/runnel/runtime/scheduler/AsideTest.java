package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** Who waits within, and what fails, keep nobody else from being told. */
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
        for (int i = 0; i < 20; i++) { // more than there are threads
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
}
