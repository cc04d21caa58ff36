package dev.runnel.scheduler;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goroutines that sleep, park or wait for threads give their P to others, and get one back (P51-P56, P102). In nearly
 * all of these tests only another goroutine can end what blocks, so on one P nothing ends if the P stays where it is.
 */
class BlockingParkTest {

    private static final int ROUNDS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void threadSleep_isInterruptedByAnother(int procs) {
        Runtimes.run(procs, () -> {
            AtomicReference<@Nullable Thread> sleeper = new AtomicReference<>();
            GoHandle sleeps = go(() -> {
                sleeper.set(Thread.currentThread());
                assertThrows(InterruptedException.class, () -> Thread.sleep(Long.MAX_VALUE));
                assertFalse(Thread.currentThread().isInterrupted());
            });
            Thread thread = Goroutines.threadOf(sleeper);
            Goroutines.until(() -> Goroutines.isBlocked(thread));
            thread.interrupt();
            sleeps.join();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void threadSleep_ofManyOverlaps(int procs) {
        Runtimes.run(procs, () -> {
            AtomicInteger asleep = new AtomicInteger();
            AtomicInteger woken = new AtomicInteger();
            List<GoHandle> sleepers = Goroutines.start(50, i -> {
                asleep.incrementAndGet();
                while (asleep.get() < 50) { // nobody goes on until all have been in here
                    Thread.sleep(1);
                }
                woken.incrementAndGet();
            });
            Goroutines.join(sleepers);
            assertEquals(50, woken.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void parkNanos_isUnparkedByAnother(int procs) {
        Runtimes.run(procs, () -> {
            AtomicReference<@Nullable Thread> parker = new AtomicReference<>();
            AtomicInteger turn = new AtomicInteger();
            GoHandle parks = go(() -> {
                parker.set(Thread.currentThread());
                for (int i = 1; i <= ROUNDS; i++) {
                    turn.set(i);
                    while (turn.get() == i) {
                        if (i % 2 == 0) {
                            LockSupport.park(this);
                        } else {
                            LockSupport.parkNanos(this, TimeUnit.DAYS.toNanos(1));
                        }
                    }
                }
            });
            Thread thread = Goroutines.threadOf(parker);
            for (int i = 1; i <= ROUNDS; i++) {
                int round = i;
                Goroutines.until(() -> turn.get() == round);
                turn.set(-i);
                LockSupport.unpark(thread);
                Goroutines.until(() -> turn.get() != -round || parks.hasEnded());
                if (i == ROUNDS) {
                    parks.join();
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void unpark_doesNotEndAWaitOnAChannel(int procs) {
        Runtimes.run(procs, () -> {
            Chan<Integer> values = chan();
            AtomicReference<@Nullable Thread> receiver = new AtomicReference<>();
            AtomicInteger received = new AtomicInteger();
            GoHandle receives = go(() -> {
                receiver.set(Thread.currentThread());
                for (int i = 1; i <= ROUNDS; i++) {
                    assertEquals(i, values.recv().get());
                    received.set(i);
                }
            });
            Thread thread = Goroutines.threadOf(receiver);
            for (int i = 1; i <= ROUNDS; i++) {
                LockSupport.unpark(thread);
                Go.gosched();
                assertEquals(i - 1, received.get());
                values.send(i);
                int round = i;
                Goroutines.until(() -> received.get() == round);
            }
            receives.join();
        });
    }

    /**
     * On the JDK's own pool, no more goroutines than leave one carrier free: from 22 on, the pool starves new threads
     * beside them.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void threadYield_letsOthersSetTheFlag(int procs) {
        int n = 1 + Math.min(2, JdkPool.mayBePinned());
        Runtimes.run(procs, () -> {
            AtomicInteger turn = new AtomicInteger();
            Goroutines.all(n, me -> {
                for (int i = 0; i < ROUNDS; i++) {
                    while (turn.get() % n != me) {
                        Thread.yield();
                    }
                    turn.incrementAndGet();
                }
            });
            assertEquals(n * ROUNDS, turn.get());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void join_ofThreadsThatWaitForGoroutines(int procs) {
        Runtimes.run(procs, () -> {
            for (int i = 0; i < 20; i++) {
                CountDownLatch latch = new CountDownLatch(1);
                AtomicInteger passed = new AtomicInteger();
                Runnable body = () -> {
                    try {
                        latch.await();
                        passed.incrementAndGet();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
                Thread virtual = Thread.ofVirtual().start(body);
                Thread platform = Thread.ofPlatform().daemon().start(body);
                go(latch::countDown);
                virtual.join();
                platform.join();
                assertEquals(2, passed.get());
            }
        });
    }
}
