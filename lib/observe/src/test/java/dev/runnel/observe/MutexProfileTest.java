package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoRuntime;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.observe.WaitProfile.Site;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.sync.Mutex;
import dev.runnel.sync.RWMutex;
import dev.runnel.sync.WaitGroup;
import dev.runnel.testkit.Bubble;
import dev.runnel.testkit.Schedules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Locks that are given back while others wait, and where that is found. */
class MutexProfileTest {

    private static final RuntimeConfig ONE_P =
            RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1));

    private static final String MUTEX = "sync.Mutex.Lock";

    /** Schedules, each with a clock of its own. */
    private static final int RUNS = 20;

    private static MutexProfile ofAll(GoRuntime runtime) {
        return MutexProfile.start(runtime.observed(), Duration.ZERO);
    }

    private static MutexProfile ofThisRun() {
        return MutexProfile.start(GoRuntime.observedCurrent(), Duration.ZERO);
    }

    /** By the method of this class that has called the library: how many waits, and for how many minutes. */
    private static Map<String, List<Long>> minutes(MutexProfile profile, String reason) {
        Map<String, List<Long>> found = new TreeMap<>();
        for (Site site : profile.sites()) {
            if (site.reason().equals(reason)) {
                String method = site.stack().stream()
                        .filter(frame -> frame.getClassName().equals(MutexProfileTest.class.getName()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(profile))
                        .getMethodName();
                List<Long> before =
                        found.put(method, List.of(site.waits(), site.waited().toMinutes()));
                assertEquals(null, before, method);
            }
        }
        return found;
    }

    private static void holdForAnHour(Mutex mutex) {
        mutex.lock();
        Go.sleep(Duration.ofHours(1));
        mutex.unlock();
    }

    private static void holdForADay(Mutex mutex) {
        mutex.lock();
        Go.sleep(Duration.ofDays(1));
        mutex.unlock();
    }

    private static void readForAnHour(RWMutex lock) {
        lock.readLock();
        Go.sleep(Duration.ofHours(1));
        lock.readUnlock();
    }

    private static void writeForADay(RWMutex lock) {
        lock.lock();
        Go.sleep(Duration.ofDays(1));
        lock.unlock();
    }

    /** As time is that of the run, the one that held it for long is told from those that held it for an hour. */
    @Test
    void whoGivesBack_isChargedWithTheWaitsOfOthers() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                Mutex mutex = new Mutex();
                WaitGroup all = new WaitGroup();
                all.go(() -> holdForADay(mutex));
                Go.sleep(Duration.ofHours(1)); // it has it
                for (int i = 0; i < 3; i++) {
                    all.go(() -> holdForAnHour(mutex));
                }
                all.await();
                assertEquals( // three have waited for the rest of the day, then two for an hour, then one
                        Map.of("holdForADay", List.of(1L, 60 * 3 * 23L), "holdForAnHour", List.of(2L, 60 * (2L + 1L))),
                        minutes(profile, MUTEX));
                StackTraceElement innermost = profile.sites().getFirst().stack().getFirst();
                assertEquals(Mutex.class.getName(), innermost.getClassName());
            }
        });
    }

    @Test
    void lockThatNobodyWaitsFor_isNoSite() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                holdForAnHour(new Mutex());
                writeForADay(new RWMutex());
                Go.sleep(Duration.ofHours(1));
                assertEquals(List.of(), profile.sites());
            }
        });
    }

    /** The second waits for the first within the lock, and both for whoever has it. */
    @Test
    void writersBehindAnother_areChargedToWhoHasTheLock() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                RWMutex lock = new RWMutex();
                WaitGroup all = new WaitGroup();
                all.go(() -> readForAnHour(lock));
                Go.sleep(Duration.ofMinutes(20));
                all.go(() -> writeForADay(lock));
                Go.sleep(Duration.ofMinutes(20));
                all.go(() -> writeForADay(lock));
                all.await();
                assertEquals(Map.of("readForAnHour", List.of(1L, 40L + 20L)), minutes(profile, "sync.RWMutex.Lock"));
                assertEquals(Map.of("writeForADay", List.of(1L, 24 * 60L)), minutes(profile, MUTEX));
            }
        });
    }

    @Test
    void readers_areChargedWithTheWriter_andWriterWithReaders() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                RWMutex lock = new RWMutex();
                WaitGroup all = new WaitGroup();
                all.go(() -> readForAnHour(lock));
                Go.sleep(Duration.ofMinutes(20));
                all.go(() -> writeForADay(lock)); // waits for the reader
                Go.sleep(Duration.ofMinutes(20));
                all.go(() -> readForAnHour(lock)); // and these for both
                all.go(() -> readForAnHour(lock));
                all.await();
                assertEquals(
                        Map.of("readForAnHour", List.of(1L, 40L + 2 * 20L)), minutes(profile, "sync.RWMutex.Lock"));
                assertEquals(Map.of("writeForADay", List.of(2L, 2 * 24 * 60L)), minutes(profile, "sync.RWMutex.RLock"));
            }
        });
    }

    /** The mutex is locked. */
    private static void assertNextIsChargedAlone(MutexProfile profile, Mutex mutex) {
        WaitGroup next = new WaitGroup();
        next.go(mutex::lock);
        Go.sleep(Duration.ofHours(1)); // it waits
        mutex.unlock();
        next.await();
        Site site = profile.sites().getFirst();
        assertEquals(1, site.waits());
        assertEquals(Duration.ofHours(1), site.waited());
    }

    /** Nobody has given anything back to one that gives up: another ends the wait, and is not charged with it. */
    @Test
    void waitThatIsGivenUp_isNotCounted() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                Mutex mutex = new Mutex();
                mutex.lock();
                CancelContext ctx = Context.withCancel(Context.background());
                WaitGroup all = new WaitGroup();
                all.go(() -> assertThrows(Exception.class, () -> mutex.lock(ctx)));
                Go.sleep(Duration.ofHours(1)); // it waits
                ctx.cancel();
                all.await();
                assertEquals(List.of(), profile.sites());
                assertNextIsChargedAlone(profile, mutex);
            }
        });
    }

    /**
     * With one context for both locks: each waits for its own lock, and is charged like one that waits without a
     * context.
     */
    @Test
    void waitThatAContextMayEnd_isForItsLock() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun();
                    CancelContext ctx = Context.withCancel(Context.background())) {
                Mutex one = new Mutex();
                Mutex other = new Mutex();
                one.lock();
                other.lock();
                WaitGroup all = new WaitGroup();
                all.go(() -> one.lock(ctx));
                all.go(one::lock);
                all.go(() -> other.lock(ctx));
                Go.sleep(Duration.ofHours(1)); // they wait
                giveBack(one);
                Go.sleep(Duration.ofHours(1));
                one.unlock();
                giveBackLate(other);
                all.await();
                Map<String, List<Long>> minutes = minutes(profile, MUTEX);
                assertEquals(List.of(1L, 120L), minutes.get("giveBack"));
                assertEquals(List.of(1L, 120L), minutes.get("giveBackLate"));
            }
        });
    }

    /**
     * It is ended by the timer, which any thread of the scheduler looks at, even that of one that waits for something
     * of the library.
     */
    @Test
    void waitThatTakesTooLong_isNotCounted() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                Mutex mutex = new Mutex();
                mutex.lock();
                WaitGroup all = new WaitGroup();
                all.go(() -> assertFalse(mutex.tryLock(Duration.ofHours(1))));
                all.await();
                assertEquals(List.of(), profile.sites());
                assertNextIsChargedAlone(profile, mutex);
            }
        });
    }

    @Test
    void otherWaits_areNotCounted() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                var c = Go.<Integer>chan();
                WaitGroup all = new WaitGroup();
                all.go(() -> c.recv());
                Go.sleep(Duration.ofHours(1)); // it waits
                c.send(1);
                all.await();
                assertEquals(List.of(), profile.sites());
            }
        });
    }

    /** A thread that is no goroutine may give back what a goroutine waits for. */
    @Test
    void thread_isChargedToo() throws InterruptedException {
        try (GoRuntime runtime = new GoRuntime(ONE_P);
                MutexProfile profile = ofAll(runtime)) {
            Mutex mutex = new Mutex();
            mutex.lock();
            var waits = runtime.go(mutex::lock);
            while (!runtime.dump().contains("[" + MUTEX)) {
                Thread.onSpinWait();
            }
            Thread thread = new Thread(() -> giveBack(mutex));
            thread.start();
            thread.join();
            waits.join();
            assertEquals(List.of(1L), profile.sites().stream().map(Site::waits).toList());
            assertTrue(profile.toString().contains(".giveBack("), profile::toString);
        }
    }

    private static void giveBack(Mutex mutex) {
        mutex.unlock();
    }

    private static void giveBackLate(Mutex mutex) {
        mutex.unlock();
    }

    @Test
    void closed_countsNoMore() {
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            MutexProfile profile = ofAll(runtime);
            contendOnce(runtime);
            List<Site> before = profile.sites();
            assertEquals(1, before.size());
            profile.close();
            contendOnce(runtime);
            assertEquals(before, profile.sites());
        }
    }

    private static void contendOnce(GoRuntime runtime) {
        runtime.go(() -> {
                    Mutex mutex = new Mutex();
                    mutex.lock();
                    WaitGroup other = new WaitGroup();
                    other.go(mutex::lock);
                    Go.gosched(); // it waits
                    mutex.unlock();
                    other.await();
                })
                .join();
    }

    @Test
    void waitThatHadBegunBefore_isNotCounted() {
        try (GoRuntime runtime = new GoRuntime(ONE_P)) {
            runtime.run(() -> {
                Mutex mutex = new Mutex();
                mutex.lock();
                WaitGroup other = new WaitGroup();
                other.go(mutex::lock);
                Go.gosched(); // it waits
                try (MutexProfile profile = ofAll(runtime)) {
                    mutex.unlock();
                    other.await();
                    assertEquals(List.of(), profile.sites());
                }
            });
        }
    }

    /** With a rate, what is longer counts each time, and what is shorter stands for more. */
    @Test
    void rate_leavesTheLongOnesIn() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = MutexProfile.start(GoRuntime.observedCurrent(), Duration.ofMinutes(59))) {
                Mutex mutex = new Mutex();
                WaitGroup all = new WaitGroup();
                for (int i = 0; i < 11; i++) {
                    all.go(() -> holdForAnHour(mutex));
                }
                all.await();
                assertEquals(Map.of("holdForAnHour", List.of(10L, 60 * 55L)), minutes(profile, MUTEX));
            }
        });
    }

    /** It has waited all the same, and waits no longer. */
    @Test
    void waitThatTheRateLeavesOut_isNotChargedWithTheNext() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = MutexProfile.start(GoRuntime.observedCurrent(), Duration.ofNanos(1))) {
                Mutex mutex = new Mutex();
                mutex.lock();
                WaitGroup all = new WaitGroup();
                all.go(mutex::lock);
                Bubble.await(); // it waits, and no time passes
                mutex.unlock();
                all.await();
                assertEquals(List.of(), profile.sites());
                assertNextIsChargedAlone(profile, mutex);
            }
        });
    }

    /**
     * Whether that wait would count or not, it was not ended by the holder of the lock, which goes on being charged.
     */
    @Test
    void waitThatIsGivenUp_andThatTheRateLeavesOut_takesNothingFromTheOthers() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = MutexProfile.start(GoRuntime.observedCurrent(), Duration.ofHours(20))) {
                Mutex mutex = new Mutex();
                mutex.lock();
                CancelContext ctx = Context.withCancel(Context.background());
                WaitGroup all = new WaitGroup();
                all.go(() -> assertThrows(Exception.class, () -> mutex.lock(ctx)));
                all.go(mutex::lock);
                Go.sleep(Duration.ofHours(1)); // they wait
                ctx.cancel();
                Go.sleep(Duration.ofHours(23));
                mutex.unlock();
                all.await();
                Site site = profile.sites().getFirst();
                assertEquals(1, site.waits());
                assertEquals(Duration.ofHours(24), site.waited());
            }
        });
    }

    /** By many at once, on several Ps: whoever has waited was woken by somebody. */
    @Test
    void manyAtOnce_asManyWaitsAsAWaitProfileHas() {
        RuntimeConfig four = RuntimeConfig.fromProperties().withProcs(4);
        try (GoRuntime runtime = new GoRuntime(four);
                WaitProfile waits = WaitProfile.start(runtime.observed(), Duration.ZERO);
                MutexProfile profile = ofAll(runtime)) {
            runtime.run(() -> {
                Mutex mutex = new Mutex();
                WaitGroup all = new WaitGroup();
                for (int i = 0; i < 16; i++) {
                    all.go(() -> {
                        for (int n = 0; n < 200; n++) {
                            mutex.lock();
                            if (n % 10 == 0) {
                                Go.gosched(); // so that others come meanwhile
                            }
                            mutex.unlock();
                        }
                    });
                }
                all.await();
            });
            long waited = waits.sites().stream()
                    .filter(site -> site.reason().equals(MUTEX))
                    .mapToLong(Site::waits)
                    .sum();
            assertTrue(waited > 0);
            assertEquals(waited, profile.sites().stream().mapToLong(Site::waits).sum());
        }
    }

    @Test
    void folded_hasWhatWasWaitedFor() {
        Schedules.check(RUNS, () -> {
            try (MutexProfile profile = ofThisRun()) {
                Mutex mutex = new Mutex();
                WaitGroup all = new WaitGroup();
                all.go(() -> holdForAnHour(mutex));
                all.go(() -> holdForAnHour(mutex));
                all.await();
                String folded = profile.folded();
                assertTrue(folded.contains(".MutexProfileTest.holdForAnHour;dev.runnel.sync.Mutex.unlock;"), folded);
                assertTrue(folded.endsWith(";sync.Mutex.Lock 3600000000\n"), folded);
            }
        });
    }

    @Test
    void badRate_andClosedRuntime_areRefused() {
        GoRuntime runtime = new GoRuntime(ONE_P);
        try (runtime) {
            Exception refused = assertThrows(
                    IllegalArgumentException.class, () -> MutexProfile.start(runtime.observed(), Duration.ofNanos(-1)));
            assertEquals("a rate of PT-0.000000001S; zero or more are allowed", refused.getMessage());
        }
        assertThrows(IllegalStateException.class, () -> ofAll(runtime));
    }
}
