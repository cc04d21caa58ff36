package dev.runnel.sync;

import static dev.runnel.Go.chan;
import static java.time.Duration.ofHours;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Await;
import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of goroutines that wait here: dumps, deadlocks, and the closing of their runtime. */
class EndsTest {

    private record Wait(String reason, String on, Body body) {}

    static Map<String, Wait> all() {
        Map<String, Wait> all = new LinkedHashMap<>();
        Mutex m = new Mutex();
        m.lock();
        all.put("lock", new Wait("sync.Mutex.Lock", m + "", m::lock));
        all.put("timed lock", new Wait("sync.Mutex.Lock", m + "", () -> m.tryLock(ofHours(1))));
        RWMutex written = new RWMutex();
        written.lock();
        all.put("read", new Wait("sync.RWMutex.RLock", written + "", written::readLock));
        RWMutex read = new RWMutex();
        read.readLock();
        all.put("write", new Wait("sync.RWMutex.Lock", "RWMutex#", read::lockInterruptibly));
        all.put("write after a writer", new Wait("sync.Mutex.Lock", written + " (a writer waits)", written::lock));
        all.put("write after one that waited", new Wait("sync.Mutex.Lock", "RWMutex#", writtenInLine()::lock));
        WaitGroup wg = new WaitGroup();
        wg.add(1);
        all.put("group", new Wait("sync.WaitGroup.Wait", wg + "", wg::await));
        Mutex conds = new Mutex();
        Cond c = new Cond(conds);
        all.put("cond", new Wait("sync.Cond.Wait", c + "", () -> conds.locked(c::await)));
        Semaphore s = new Semaphore(1);
        s.acquire();
        all.put("semaphore", new Wait("semacquire", s + "", s::acquire));
        all.put("too much", new Wait("semacquire", s + "", () -> s.acquire(2)));
        Once once = new Once();
        all.put("once in itself", new Wait("sync.Mutex.Lock", "Mutex#", () -> once.run(() -> once.run(() -> {}))));
        return all;
    }

    /** Locked by a writer that had to wait for a reader. */
    private static RWMutex writtenInLine() {
        RWMutex rw = new RWMutex();
        rw.readLock();
        Thread writer = Thread.ofPlatform().start(rw::lock);
        Await.until(() -> (rw + "").endsWith("(a writer waits)"));
        rw.readUnlock();
        Await.until(() -> !writer.isAlive());
        return rw;
    }

    static Stream<Arguments> waits() {
        return IntStream.of(1, 2)
                .boxed()
                .flatMap(procs -> all().entrySet().stream()
                        .map(e -> Arguments.argumentSet(e.getKey() + ", " + procs + " Ps", e.getValue(), procs)));
    }

    @ParameterizedTest
    @MethodSource("waits")
    void goroutineThatWaits_showsWhyAndOnWhat_andUnwindsWhenItsRuntimeCloses(Wait wait, int procs) {
        StringBuffer order = new StringBuffer();
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs));
        GoHandle g = runtime.go("waits", () -> {
            try {
                wait.body.run();
                order.append("went on ");
            } catch (Exception e) {
                order.append(e);
            } finally {
                order.append("unwound");
            }
        });
        String header = g + " [" + wait.reason + "]:\n  on " + wait.on;
        Await.until(() -> runtime.dump().contains(header));
        assertFalse(runtime.dump().contains("dev.runnel.runtime."), runtime::dump);
        runtime.close();
        assertEquals("unwound", order.toString());
        assertTrue(g.hasEnded());
    }

    /** A writer that came behind another one waits for the readers that got the lock after that one. */
    @Test
    void writerBehindAWriter_thatReadersFollow_showsThatItWaitsForReaders() {
        RWMutex rw = new RWMutex();
        rw.lock();
        try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
            GoHandle writer = runtime.go("writer", rw::lock);
            Await.until(() -> runtime.dump().contains(writer + " [sync.Mutex.Lock]:"));
            Chan<Integer> go = chan();
            GoHandle reader = runtime.go("reader", () -> {
                rw.readLock();
                go.recv();
                rw.readUnlock();
            });
            Await.until(() -> runtime.dump().contains(reader + " [sync.RWMutex.RLock]:"));
            rw.unlock();
            Await.until(() -> runtime.dump().contains(reader + " [chan receive]:"));
            assertTrue(runtime.dump().contains(writer + " [sync.RWMutex.Lock]:"), runtime::dump);
            go.send(1);
            writer.join();
        }
    }

    static Stream<Arguments> deadlocks() {
        return all().entrySet().stream()
                .filter(e -> !e.getKey().startsWith("timed"))
                .map(e -> Arguments.argumentSet(e.getKey(), e.getValue()));
    }

    @ParameterizedTest
    @MethodSource("deadlocks")
    void waitThatNobodyEnds_isADeadlock(Wait wait) {
        DeadlockException e = assertThrows(DeadlockException.class, () -> Go.run(Runtimes.withProcs(2), wait.body));
        assertTrue(e.dump().contains("goroutine 1 \"main\" [" + wait.reason + "]:"), e::dump);
    }

    /**
     * Goroutines that are unwound give their locks back, and none takes another's away: this would come out as a
     * failure.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_manyAwaitWithTheirLockInATry_unwindWithoutFailing(int procs) {
        Mutex m = new Mutex();
        Cond c = new Cond(m);
        RWMutex rw = new RWMutex();
        Cond reading = new Cond(rw.readLocker());
        Cond writing = new Cond(rw);
        AtomicInteger inLine = new AtomicInteger();
        int[] unwound = {0};
        Go.run(Runtimes.withProcs(procs), () -> {
            for (int i = 0; i < 60; i++) {
                Cond mine = i % 3 == 0 ? c : i % 3 == 1 ? reading : writing;
                Go.go(() -> {
                    mine.locker().lock();
                    try {
                        inLine.incrementAndGet();
                        while (true) {
                            mine.await();
                        }
                    } finally {
                        unwound[0]++;
                        mine.locker().unlock();
                    }
                });
            }
            Await.until(() -> inLine.get() == 60);
            m.lock();
            m.unlock();
        });
        assertTrue(unwound[0] > 0);
        assertTrue(m.tryLock());
        assertTrue(rw.tryLock());
    }

    /** The waiter cannot have its lock again to unwind, so its unlock has no effect. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void close_whileAnotherHasTheLockOfACond_takesNothingFromThatOne(int procs) {
        Mutex m = new Mutex();
        RWMutex rw = new RWMutex();
        Map<Locker, Locker> ofOthers = new LinkedHashMap<>();
        for (Locker mine : List.of(m, rw, rw.readLocker())) {
            ofOthers.put(mine, mine == m ? m : rw);
            ofOthers.put(around(mine), mine == m ? m : rw);
        }
        for (Map.Entry<Locker, Locker> each : ofOthers.entrySet()) {
            Cond c = new Cond(each.getKey());
            Locker others = each.getValue();
            AtomicBoolean inLine = new AtomicBoolean();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs));
            GoHandle g = runtime.go("waits", () -> {
                try {
                    c.locker().lock();
                    try {
                        inLine.set(true);
                        c.await();
                    } finally {
                        c.locker().unlock();
                    }
                } catch (SyncException e) {
                    thrown.set(e);
                }
            });
            Await.until(inLine::get);
            others.lock();
            runtime.close();
            assertTrue(g.hasEnded());
            assertNull(thrown.get());
            assertFalse(others == m ? m.tryLock() : rw.tryReadLock(), "it is still locked");
            others.unlock();
        }
        assertTrue(m.tryLock());
        assertTrue(rw.tryLock());
    }

    /** A lock of the user's. */
    private static Locker around(Locker within) {
        return new Locker() {
            @Override
            public void lock() {
                within.lock();
            }

            @Override
            public void unlock() {
                within.unlock();
            }
        };
    }

    /**
     * A thread outside has the lock; a goroutine that waits for it in a runtime that closes must not take a wake-up
     * along.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void close_whileTheLockIsGivenBackOutside_losesNoWakeUp(int procs) throws InterruptedException {
        Mutex m = new Mutex();
        RWMutex rw = new RWMutex();
        Semaphore s = new Semaphore(2);
        for (int round = 0; round < 40; round++) {
            GoRuntime runtime = new GoRuntime(Runtimes.withProcs(procs));
            for (int i = 0; i < 8; i++) {
                int form = i;
                runtime.go("g" + i, () -> {
                    while (true) {
                        use(form, m, rw, s);
                    }
                });
            }
            AtomicBoolean over = new AtomicBoolean();
            Thread outside = new Thread(() -> {
                for (int i = 0; !over.get(); i++) {
                    use(i, m, rw, s);
                }
            });
            outside.start();
            for (int i = 0; i < 20; i++) {
                use(i, m, rw, s);
            }
            runtime.close();
            over.set(true);
            outside.join();
            m.lock();
            m.unlock();
            rw.lock();
            rw.unlock();
            s.acquire(2);
            s.release(2);
        }
        assertEquals(0, Parties.waiting(m) + Parties.waiting(rw) + Parties.waiting(s));
    }

    private static void use(int form, Mutex m, RWMutex rw, Semaphore s) {
        switch (form % 4) {
            case 0 -> m.locked(() -> {});
            case 1 -> rw.locked(() -> {});
            case 2 -> rw.readLocker().locked(() -> {});
            default -> {
                s.acquire(2);
                s.release(2);
            }
        }
    }

    @Test
    void group_whoseRuntimeCloses_isDoneForThreadsOutside() {
        WaitGroup wg = new WaitGroup();
        GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2));
        Mutex never = new Mutex();
        never.lock();
        runtime.go("starts", () -> {
            for (int i = 0; i < 10; i++) {
                wg.go(never::lock);
            }
        });
        Await.until(() -> Parties.waiting(never) == 10);
        runtime.close();
        wg.await();
    }
}
