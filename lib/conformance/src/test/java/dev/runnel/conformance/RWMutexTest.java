package dev.runnel.conformance;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoHandle;
import dev.runnel.channel.Chan;
import dev.runnel.sync.Locker;
import dev.runnel.sync.RWMutex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Go's tests of {@code sync.RWMutex}. */
class RWMutexTest {

    private static final int WRITING = 10_000;

    private final RWMutex rw = new RWMutex();
    private final AtomicInteger activity = new AtomicInteger();

    @GoTest(
            value = "sync/rwmutex_test.go, TestParallelReaders",
            covers = {"RW1"})
    void readers_readAtTheSameTime() {
        Chan<Integer> in = chan();
        Chan<Integer> out = chan();
        List<GoHandle> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            readers.add(go(() -> {
                rw.readLock();
                in.send(1);
                out.recv();
                rw.readUnlock();
            }));
        }
        for (int i = 0; i < 4; i++) {
            in.recv(); // now all four have it
        }
        for (int i = 0; i < 4; i++) {
            out.send(1);
        }
        readers.forEach(GoHandle::join);
        assertTrue(rw.tryLock());
    }

    private void reader(int rounds) {
        for (int i = 0; i < rounds; i++) {
            rw.readLock();
            int n = activity.incrementAndGet();
            assertTrue(n >= 1 && n < WRITING, () -> n + " at once");
            gosched();
            activity.decrementAndGet();
            rw.readUnlock();
        }
    }

    private void writer(int rounds) {
        for (int i = 0; i < rounds; i++) {
            rw.lock();
            assertEquals(WRITING, activity.addAndGet(WRITING));
            gosched();
            activity.addAndGet(-WRITING);
            rw.unlock();
        }
    }

    @GoTest(
            value = "sync/rwmutex_test.go, TestRWMutex",
            covers = {"RW1", "RW2", "RW4"},
            schedules = 20)
    void hammer_readersAndWritersAreNeverMixed() {
        rw.lock();
        assertFalse(rw.tryLock());
        assertFalse(rw.tryReadLock());
        rw.unlock();
        assertTrue(rw.tryLock());
        rw.unlock();
        assertTrue(rw.tryReadLock());
        assertTrue(rw.tryReadLock());
        assertFalse(rw.tryLock());
        rw.readUnlock();
        rw.readUnlock();
        for (int readers : new int[] {1, 3, 10}) {
            List<GoHandle> all = new ArrayList<>();
            all.add(go(() -> writer(20)));
            for (int i = 0; i < readers; i++) {
                if (i == readers / 2) {
                    all.add(go(() -> writer(20)));
                }
                all.add(go(() -> reader(20)));
            }
            all.forEach(GoHandle::join);
        }
    }

    /** Nothing is read before the lock is held, nor while somebody writes. */
    @GoTest(
            value = "test/fixedbugs/issue79186.go",
            covers = {"RW1"},
            schedules = 10)
    void mapThatIsReadAndWritten_underTheLock_isWhole() {
        int keys = 16;
        Map<Integer, List<Integer>> map = new HashMap<>(); // not a map for several threads
        List<GoHandle> all = new ArrayList<>();
        for (int g = 0; g < 20; g++) {
            int first = g;
            all.add(go(() -> {
                for (int i = 0; i < 50; i++) {
                    int key = (first + i) % keys;
                    rw.readLock();
                    List<Integer> pair = map.get(key);
                    if (pair != null) {
                        assertEquals(pair.get(0), pair.get(1));
                    }
                    rw.readUnlock();
                    if (pair == null || i % 8 == 0) {
                        List<Integer> made = new ArrayList<>(List.of(i, i));
                        rw.lock();
                        map.remove(key);
                        map.put(key, made);
                        rw.unlock();
                    }
                }
            }));
        }
        all.forEach(GoHandle::join);
        assertEquals(keys, map.size());
    }

    @GoTest(
            value = "sync/rwmutex_test.go, TestRLocker",
            covers = {"RW2", "RW4"})
    void readLocker_isTheReadSide() {
        Locker read = rw.readLocker();
        Chan<Boolean> wanted = chan(1);
        Chan<Boolean> got = chan(1);
        int n = 10;
        go(() -> {
            for (int i = 0; i < n; i++) {
                read.lock();
                read.lock();
                wanted.send(true);
                rw.lock();
                got.send(true);
            }
        });
        for (int i = 0; i < n; i++) {
            wanted.recv();
            read.unlock();
            assertTrue(got.tryRecv().isEmpty(), "the other reader still has it");
            read.unlock();
            got.recv();
            assertFalse(rw.tryReadLock());
            rw.unlock();
        }
    }

    @GoTest(
            value = "sync/rwmutex.go, its description",
            covers = {"RW1", "RW2", "RW5"})
    void pendingWriter_keepsNewReadersAway_andTheyGoBeforeTheNext() {
        List<String> order = new ArrayList<>();
        rw.readLock();
        GoHandle first = Waiting.start(() -> rw.locked(() -> order.add("writer")));
        Waiting.forReason(first, "sync.RWMutex.Lock");
        assertFalse(rw.tryReadLock());
        GoHandle reader = Waiting.start(() -> rw.readLocker().locked(() -> order.add("reader")));
        Waiting.forReason(reader, "sync.RWMutex.RLock");
        GoHandle second = Waiting.start(() -> rw.locked(() -> order.add("next")));
        Waiting.forReason(second, "sync.Mutex.Lock");
        rw.readUnlock();
        List.of(first, reader, second).forEach(GoHandle::join);
        assertEquals(List.of("writer", "reader", "next"), order);
    }
}
