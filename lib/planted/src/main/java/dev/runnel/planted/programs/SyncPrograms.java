package dev.runnel.planted.programs;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.planted.Program;
import dev.runnel.sync.Cond;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.Once;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.WaitGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Locks, groups, conditions and semaphores. */
public final class SyncPrograms {

    private static final Duration MS = Duration.ofMillis(1);

    private SyncPrograms() {}

    /** M1, M3, M7: one at a time, and nobody is forgotten. */
    @Program
    public static void mutexExcludes() {
        Mutex m = new Mutex();
        int[] n = {0, 0};
        WaitGroup wg = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            wg.go(() -> {
                for (int round = 0; round < 3; round++) {
                    m.lock();
                    assertEquals(1, ++n[0]);
                    gosched();
                    n[0]--;
                    n[1]++;
                    m.unlock();
                }
            });
        }
        wg.await();
        assertEquals(9, n[1]);
    }

    /** SM1: a goroutine that gives up leaves the lock to others. */
    @Program
    public static void mutexSurvivesTimeouts() {
        Mutex m = new Mutex();
        WaitGroup wg = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            wg.go(() -> {
                for (int round = 0; round < 3; round++) {
                    if (m.tryLock(MS)) {
                        sleep(MS);
                        m.unlock();
                    }
                }
            });
        }
        for (int round = 0; round < 3; round++) {
            m.locked(() -> sleep(MS));
        }
        wg.await();
        assertTrue(m.tryLock());
    }

    /** M4: a hog does not keep others away. */
    @Program
    public static void mutexIsHandedOver() {
        Mutex m = new Mutex();
        boolean[] over = {false};
        GoHandle hog = go(() -> {
            for (int i = 0; i < 100 && !over[0]; i++) {
                m.locked(() -> sleep(MS));
            }
            assertTrue(over[0]);
        });
        sleep(MS);
        m.lock();
        over[0] = true;
        m.unlock();
        hog.join();
    }

    /** RW1, RW2: readers or a writer; a writer that waits comes first. */
    @Program
    public static void writerComesFirst() {
        RWMutex rw = new RWMutex();
        List<String> order = new ArrayList<>();
        rw.readLock();
        GoHandle writer = go(() -> rw.locked(() -> order.add("writer")));
        sleep(MS);
        assertFalse(rw.tryReadLock());
        GoHandle reader = go(() -> rw.readLocker().locked(() -> order.add("reader")));
        sleep(MS);
        rw.readUnlock();
        writer.join();
        reader.join();
        assertEquals(List.of("writer", "reader"), order);
    }

    /** RW1: a writer or reader is followed by one that waits, whichever kind that is. */
    @Program
    public static void writersFollowEachOther() {
        RWMutex rw = new RWMutex();
        int[] n = {0, 0};
        WaitGroup wg = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            wg.go(() -> {
                for (int round = 0; round < 2; round++) {
                    rw.lock();
                    assertEquals(1, ++n[0]);
                    gosched();
                    n[0]--;
                    n[1]++;
                    rw.unlock();
                    rw.readLocker().locked(() -> assertEquals(0, n[0]));
                }
            });
        }
        wg.await();
        assertEquals(6, n[1]);
        assertTrue(rw.tryLock());
    }

    /** W3: all who wait go on. */
    @Program
    public static void groupReleasesAll() {
        WaitGroup wg = new WaitGroup();
        wg.add(2);
        List<GoHandle> waiters = List.of(go(wg::await), go(wg::await), go(wg::await));
        go(wg::done);
        wg.done();
        waiters.forEach(GoHandle::join);
    }

    /** O1: once, and all see it. */
    @Program
    public static void onceIsOnce() {
        Once once = new Once();
        int[] n = {0};
        WaitGroup wg = new WaitGroup();
        for (int i = 0; i < 3; i++) {
            wg.go(() -> {
                once.run(() -> {
                    gosched();
                    n[0]++;
                });
                assertEquals(1, n[0]);
            });
        }
        wg.await();
    }

    /** CV1, CV2: no signal is lost between the unlock and the wait. */
    @Program
    public static void signalIsNotLost() {
        Mutex m = new Mutex();
        Cond c = new Cond(m);
        boolean[] told = {false};
        GoHandle waiter = go(() -> m.locked(() -> {
            while (!told[0]) {
                c.await();
            }
        }));
        m.locked(() -> told[0] = true);
        c.signal();
        waiter.join();
    }

    /** SM2: large requests are not overtaken. */
    @Program
    public static void semaphoreIsInOrder() {
        Semaphore s = new Semaphore(3);
        s.acquire(2);
        GoHandle large = go(() -> {
            s.acquire(3);
            s.release(3);
        });
        sleep(MS);
        assertFalse(s.tryAcquire());
        s.release(2);
        large.join();
        assertTrue(s.tryAcquire(3));
    }
}
