package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.now;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.context.Context;
import dev.runnel.context.DeadlineExceeded;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scope.ErrGroup;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Locker;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.SyncException;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Locks, groups and conditions in bubbles and across their borders: Go's tests of {@code internal/synctest}; B3, B4,
 * B6.
 */
class BubbleSyncTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Instant ORIGIN = Instant.parse("2000-01-01T00:00:00Z");

    // ---------------------------------------------------------------- groups

    /** TestWaitGroupInBubble. */
    @Test
    void groupOfTheBubble_isWaitedForDurably() {
        Bubble.run(() -> {
            WaitGroup wg = new WaitGroup();
            wg.go(() -> sleep(SECOND));
            wg.await();
            assertEquals(ORIGIN.plus(SECOND), now());
        });
    }

    /** TestWaitGroupRacingAdds. */
    @Test
    void group_manyAdds() {
        Bubble.run(() -> {
            WaitGroup wg = new WaitGroup();
            int[] n = {0};
            for (int i = 0; i < 100; i++) {
                wg.go(() -> n[0]++);
            }
            wg.await();
            assertEquals(100, n[0]);
        });
    }

    /** TestWaitGroupOutOfBubble. */
    @Test
    void groupFromOutside_isNotWaitedForDurably() throws InterruptedException {
        WaitGroup wg = new WaitGroup();
        wg.add(1);
        CountDownLatch waits = new CountDownLatch(1);
        AtomicBoolean over = new AtomicBoolean();
        Thread bubble = Thread.ofPlatform()
                .start(() -> Bubble.run(() -> {
                    GoHandle sleeper = go(() -> {
                        sleep(SECOND);
                        over.set(true); // the clock stands still while one waits for outside
                    });
                    waits.countDown();
                    wg.await();
                    assertFalse(over.get());
                    assertEquals(ORIGIN, now());
                    sleeper.join();
                }));
        waits.await();
        while (!Go.dump().contains("[sync.WaitGroup.Wait]")) {
            Thread.onSpinWait();
        }
        wg.done();
        bubble.join();
        assertTrue(over.get());
    }

    /** What counts is where the tasks run, and not who waits first. */
    @Test
    void errGroupFromOutside_isNotWaitedForDurably() throws InterruptedException {
        ErrGroup group = new ErrGroup();
        CountDownLatch mayEnd = new CountDownLatch(1);
        group.go(mayEnd::await);
        AtomicBoolean over = new AtomicBoolean();
        Thread bubble = Thread.ofPlatform()
                .start(() -> Bubble.run(() -> {
                    group.await();
                    assertEquals(ORIGIN, now());
                    over.set(true);
                }));
        while (bubble.isAlive() && !Go.dump().contains("\"main\" [chan receive]")) {
            Thread.onSpinWait();
        }
        Thread another = Thread.ofPlatform().start(group::await);
        while (another.isAlive() && another.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertTrue(another.isAlive(), "refused outside");
        mayEnd.countDown();
        bubble.join();
        assertTrue(over.get());
    }

    /** Even if it was made outside. */
    @Test
    void errGroupOfTheBubble_isWaitedForDurably() {
        ErrGroup group = new ErrGroup();
        Bubble.run(() -> {
            group.go(() -> sleep(SECOND));
            group.await();
            assertEquals(ORIGIN.plus(SECOND), now());
            group.setLimit(0);
            go(() -> {
                sleep(SECOND);
                group.setLimit(1);
            });
            group.go(() -> sleep(SECOND));
            group.await();
            assertEquals(ORIGIN.plus(SECOND.multipliedBy(3)), now());
        });
        group.go(() -> {});
        assertTrue(group.await().isEmpty());
    }

    /** TestWaitGroupMovedIntoBubble, TestWaitGroupMovedOutOfBubble. */
    @Test
    void groupOfInsideAndOutside_isFound() {
        String words = "sync: WaitGroup.Add called from inside and outside synctest bubble";
        WaitGroup wg = new WaitGroup();
        wg.add(1);
        Bubble.run(() -> assertEquals(
                words,
                assertThrows(SyncException.OutsideBubble.class, () -> wg.add(1)).getMessage()));
        wg.done();
        Bubble.run(() -> wg.add(1));
        assertEquals(
                words,
                assertThrows(SyncException.OutsideBubble.class, () -> wg.add(1)).getMessage());
        assertThrows(SyncException.OutsideBubble.class, wg::done);
    }

    /** TestWaitGroupMovedBetweenBubblesWithNonZeroCount. */
    @Test
    void groupOfTwoBubbles_isFound() {
        WaitGroup wg = new WaitGroup();
        Bubble.run(() -> wg.add(1));
        Bubble.run(() -> assertEquals(
                "sync: WaitGroup.Add called from multiple synctest bubbles",
                assertThrows(SyncException.OutsideBubble.class, () -> wg.add(1)).getMessage()));
    }

    /** TestWaitGroupDisassociateInWait, TestWaitGroupDisassociateInAdd, TestWaitGroupManyBubbles. */
    @Test
    void groupThatIsDone_belongsToNobody() {
        WaitGroup wg = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            Bubble.run(() -> {
                wg.add(1);
                wg.done();
                wg.await();
            });
            Bubble.run(() -> {
                wg.add(1);
                GoHandle waiter = go(wg::await);
                Bubble.await();
                wg.done();
                waiter.join();
            });
            wg.add(1);
            wg.done();
        }
    }

    // ---------------------------------------------------------------- conditions and semaphores

    /** TestCond. */
    @Test
    void signals_areWaitedForDurably() {
        Bubble.run(() -> {
            Mutex m = new Mutex();
            Cond c = new Cond(m);
            go(() -> {
                sleep(SECOND);
                m.locked(c::signal);
                sleep(SECOND);
                m.locked(c::broadcast);
            });
            m.locked(c::await);
            assertEquals(ORIGIN.plus(SECOND), now());
            GoHandle other = go(() -> m.locked(c::await));
            m.locked(c::await);
            other.join();
            assertEquals(ORIGIN.plus(SECOND.multipliedBy(2)), now());
        });
    }

    @Test
    void semaphore_isWaitedForDurably() {
        Bubble.run(() -> {
            Semaphore s = new Semaphore(1);
            s.acquire();
            go(() -> {
                sleep(SECOND);
                s.release();
            });
            s.acquire();
            assertEquals(ORIGIN.plus(SECOND), now());
        });
    }

    /** With a context of the bubble, so that time goes on. */
    @Test
    void waitsWithAContext_areDurable() {
        Bubble.run(() -> {
            WaitGroup wg = new WaitGroup();
            wg.add(1);
            Semaphore s = new Semaphore(1);
            s.acquire();
            Mutex m = new Mutex();
            Cond c = new Cond(m);
            List<Body> waits = List.of(
                    () -> wg.await(Context.withTimeout(Context.background(), SECOND)),
                    () -> s.acquire(Context.withTimeout(Context.background(), SECOND)),
                    () -> m.locked(() -> c.await(Context.withTimeout(Context.background(), SECOND))));
            for (int i = 0; i < waits.size(); i++) {
                assertThrows(DeadlineExceeded.class, waits.get(i)::run);
                assertEquals(ORIGIN.plus(SECOND.multipliedBy(i + 1)), now());
            }
            wg.done();
        });
    }

    /** TestSynctestCondSignalFromNoBubble, and the like for a semaphore. */
    enum Wake {
        SIGNAL,
        BROADCAST,
        RELEASE
    }

    @ParameterizedTest
    @EnumSource
    void wakeFromOutside_fails_andWakesNobody(Wake wake) throws InterruptedException {
        for (boolean fromABubble : new boolean[] {false, true}) {
            Mutex m = new Mutex();
            Cond c = new Cond(m);
            Semaphore s = new Semaphore(1);
            s.acquire();
            Chan<Boolean> tried = chan();
            CountDownLatch waits = new CountDownLatch(1);
            Thread bubble = Thread.ofPlatform()
                    .start(() -> Bubble.run(() -> {
                        GoHandle waiter = go(() -> {
                            if (wake == Wake.RELEASE) {
                                s.acquire();
                            } else {
                                m.locked(c::await);
                            }
                        });
                        Bubble.await();
                        waits.countDown();
                        tried.recv();
                        assertFalse(waiter.hasEnded());
                        wakeBy(wake, c, s);
                        waiter.join();
                    }));
            waits.await();
            Body attempt = () -> assertEquals(
                    "semaphore wake of synctest goroutine from outside bubble",
                    assertThrows(SyncException.OutsideBubble.class, () -> wakeBy(wake, c, s))
                            .getMessage());
            if (fromABubble) {
                Bubble.run(attempt);
            } else {
                assertDoes(attempt);
            }
            tried.send(true);
            bubble.join();
        }
    }

    /** It is passed on by a thread that is told, and cannot go on without its lock. */
    @Test
    void signalThatIsPassedOnOutside_wakesNobodyInTheBubble() throws InterruptedException {
        AtomicBoolean refuses = new AtomicBoolean();
        Mutex m = new Mutex();
        Cond c = new Cond(new Locker() {
            @Override
            public void lock() {
                if (refuses.get() && !Bubble.isInside()) {
                    throw new IllegalStateException("for a test");
                }
                m.lock();
            }

            @Override
            public void unlock() {
                m.unlock();
            }
        });
        CountDownLatch isLocked = new CountDownLatch(1);
        Thread outside = Thread.ofPlatform().start(() -> {
            c.locker().lock();
            isLocked.countDown();
            assertThrows(IllegalStateException.class, c::await);
        });
        isLocked.await();
        m.locked(() -> refuses.set(true)); // it has given the lock back, and waits
        Bubble.run(() -> {
            GoHandle waiter = go(() -> m.locked(c::await));
            Bubble.await();
            Thread.ofPlatform().start(c::signal);
            outside.join();
            Bubble.await();
            assertFalse(waiter.hasEnded());
            c.signal();
            waiter.join();
        });
    }

    private static void wakeBy(Wake wake, Cond c, Semaphore s) {
        switch (wake) {
            case SIGNAL -> c.signal();
            case BROADCAST -> c.broadcast();
            case RELEASE -> s.release();
        }
    }

    private static void assertDoes(Body body) {
        try {
            body.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void signalThatNeverComes_isADeadlock() {
        Mutex m = new Mutex();
        Cond c = new Cond(m);
        assertThrows(DeadlockException.class, () -> Bubble.run(() -> m.locked(c::await)));
    }

    // ---------------------------------------------------------------- locks

    /** B6: a thread outside may give the lock back, so the clock does not move meanwhile. */
    @Test
    void locks_areNotWaitedForDurably() throws InterruptedException {
        Mutex m = new Mutex();
        RWMutex rw = new RWMutex();
        List<Body> waits = List.of(
                m::lock,
                rw::lock,
                rw::readLock,
                () -> m.lock(Context.withCancel(Context.background())),
                () -> rw.lock(Context.withCancel(Context.background())),
                () -> rw.readLock(Context.withCancel(Context.background())));
        List<String> reasons = List.of("[sync.Mutex.Lock]", "[sync.RWMutex.Lock]", "[sync.RWMutex.RLock]");
        for (int n = 0; n < waits.size(); n++) {
            Body wait = waits.get(n);
            int i = n % reasons.size();
            m.lock();
            if (i == 1) {
                rw.readLock();
            } else {
                rw.lock();
            }
            AtomicBoolean slept = new AtomicBoolean();
            Thread bubble = Thread.ofPlatform()
                    .start(() -> Bubble.run(() -> {
                        GoHandle sleeper = go(() -> {
                            sleep(SECOND);
                            slept.set(true);
                        });
                        wait.run();
                        assertFalse(slept.get());
                        sleeper.join();
                    }));
            while (!Go.dump().contains(reasons.get(i))) {
                Thread.onSpinWait();
            }
            assertFalse(slept.get());
            m.unlock();
            if (i == 1) {
                rw.readUnlock();
            } else {
                rw.unlock();
            }
            bubble.join();
            assertTrue(slept.get());
            release(i, m, rw);
        }
    }

    private static void release(int taken, Mutex m, RWMutex rw) {
        switch (taken) {
            case 0 -> m.unlock();
            case 1 -> rw.unlock();
            default -> rw.readUnlock();
        }
    }

    // ---------------------------------------------------------------- schedules

    /** Each operation may be preempted: without the lock in between, one of the two updates is lost. */
    @Test
    void operations_arePreempted_andShownInTheSteps() {
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> Schedules.check(() -> {
                    Mutex m = new Mutex();
                    int[] n = {0};
                    WaitGroup wg = new WaitGroup();
                    for (int i = 0; i < 2; i++) {
                        wg.go(() -> {
                            m.lock();
                            int read = n[0];
                            m.unlock();
                            m.lock();
                            n[0] = read + 1;
                            m.unlock();
                        });
                    }
                    wg.await();
                    assertEquals(2, n[0]);
                }));
        assertInstanceOf(AssertionError.class, failure.getCause());
        assertNotNull(failure.getMessage());
        assertTrue(failure.getMessage().contains(" locks Mutex#1 (unlocked)"), failure::getMessage);
        assertTrue(failure.getMessage().contains(" adds to WaitGroup#1 (counter "), failure::getMessage);
    }
}
