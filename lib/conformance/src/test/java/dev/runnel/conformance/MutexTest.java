package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static dev.runnel.Go.sleep;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.Semaphore;
import dev.runnel.sync.SyncException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Go's tests of {@code sync.Mutex}, and what its implementation says of the two modes. */
class MutexTest {

    private static final Duration MS = Duration.ofMillis(1);

    @GoTest(
            value = "sync/mutex_test.go, TestMutex",
            covers = {"M1", "M6", "M7"},
            schedules = 20)
    void hammer_withLockAndTryLock() {
        Mutex m = new Mutex();
        m.lock();
        assertFalse(m.tryLock());
        m.unlock();
        assertTrue(m.tryLock());
        m.unlock();
        int[] held = {0, 0};
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(go(() -> {
                for (int n = 0; n < 100; n++) {
                    if (n % 3 == 0) {
                        if (m.tryLock()) {
                            m.unlock();
                        }
                        continue;
                    }
                    m.lock();
                    assertEquals(1, ++held[0]);
                    held[1]++;
                    gosched();
                    held[0]--;
                    m.unlock();
                }
            }));
        }
        all.forEach(GoHandle::join);
        assertEquals(660, held[1]);
    }

    @GoTest(
            value = "sync/mutex_test.go, TestSemaphore",
            covers = {"SM1"},
            schedules = 20)
    void semaphoreAsALock_hammered() {
        Semaphore s = new Semaphore(1);
        int[] held = {0};
        List<GoHandle> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(go(() -> {
                for (int n = 0; n < 100; n++) {
                    s.acquire();
                    assertEquals(1, ++held[0]);
                    gosched();
                    held[0]--;
                    s.release();
                }
            }));
        }
        all.forEach(GoHandle::join);
    }

    /** In Go each misuse ends the process; here the call fails, and changes nothing. */
    @GoTest(
            value = "sync/mutex_test.go, TestMutexMisuse",
            covers = {"M1", "RW3"},
            schedules = 1)
    void misuse_isFound() {
        Mutex m = new Mutex();
        RWMutex rw = new RWMutex();
        List<Body> before = List.of(
                () -> {},
                () -> m.locked(() -> {}),
                () -> {},
                rw::readLock,
                () -> rw.locked(() -> {}),
                () -> {},
                rw::lock,
                () -> rw.readLocker().locked(() -> {}));
        List<Body> misuse = List.of(
                m::unlock,
                m::unlock,
                rw::unlock,
                rw::unlock,
                rw::unlock,
                rw::readUnlock,
                rw::readUnlock,
                rw::readUnlock);
        List<Body> after =
                List.of(() -> {}, () -> {}, () -> {}, rw::readUnlock, () -> {}, () -> {}, rw::unlock, () -> {});
        for (int i = 0; i < misuse.size(); i++) {
            Body wrong = misuse.get(i);
            assertEnds(before.get(i));
            SyncException e = assertThrows(SyncException.class, wrong::run);
            assertTrue(e.getMessage().contains("unlocked"), e::getMessage);
            assertEnds(after.get(i));
        }
        assertTrue(m.tryLock());
        assertTrue(rw.tryLock());
    }

    private static void assertEnds(Body body) {
        Waiting.ends(body);
    }

    @GoTest(
            value = "sync/mutex_test.go, TestMutexFairness",
            covers = {"M3", "M4"},
            schedules = 10)
    void hog_doesNotKeepOthersFromTheLock() {
        Mutex m = new Mutex();
        boolean[] over = {false};
        Duration pause = Duration.ofNanos(100_000);
        GoHandle hog = go(() -> {
            boolean stop = false;
            while (!stop) {
                m.lock();
                sleep(pause);
                stop = over[0];
                m.unlock();
            }
        });
        for (int i = 0; i < 10; i++) {
            sleep(pause);
            m.lock(); // without hand-over the hog might have it for ever
            over[0] = i == 9;
            m.unlock();
        }
        hog.join();
    }

    /** Under schedules the clock moves only while all wait, so the limits are exact. */
    @GoTest(
            value = "internal/sync/mutex.go, the two modes",
            covers = {"M2", "M3", "M4", "M5"},
            procs = {},
            schedules = 200)
    void whoStarves_isHandedTheLock_untilOneHasWaitedForLess() {
        Mutex m = new Mutex();
        List<String> order = new ArrayList<>();
        Chan<Integer> turns = chan();
        m.lock();
        GoHandle old = Waiting.start(() -> {
            m.lock();
            order.add("old");
            turns.send(1);
            turns.recv();
            m.unlock();
        });
        Waiting.forReason(old, "sync.Mutex.Lock");
        sleep(MS.plusNanos(1));
        boolean barged = bargesPast(m, order);
        if (barged) {
            Waiting.forReason(old, "sync.Mutex.Lock"); // again, and first in line; now it starves
            GoHandle young = Waiting.start(() -> m.locked(() -> order.add("young")));
            Waiting.forReason(young, "sync.Mutex.Lock");
            m.unlock();
            assertFalse(m.tryLock(), "it has been handed over");
            turns.recv();
            turns.send(2);
            young.join();
            old.join();
            assertEquals(List.of("old", "young"), order);
            return;
        }
        turns.recv();
        turns.send(2);
        old.join();
    }

    private static boolean bargesPast(Mutex m, List<String> order) {
        m.unlock();
        return order.isEmpty() && m.tryLock();
    }

    @GoTest(
            value = "internal/sync/mutex.go, the waiters' queue",
            covers = {"M3"})
    void waiters_areWokenInOrder() {
        Mutex m = new Mutex();
        List<Integer> order = new ArrayList<>();
        List<GoHandle> all = new ArrayList<>();
        m.lock();
        for (int i = 0; i < 4; i++) {
            int number = i;
            GoHandle waiter = Waiting.start(() -> m.locked(() -> order.add(number)));
            Waiting.forReason(waiter, "sync.Mutex.Lock");
            all.add(waiter);
        }
        m.unlock();
        all.forEach(GoHandle::join);
        assertEquals(List.of(0, 1, 2, 3), order);
    }
}
