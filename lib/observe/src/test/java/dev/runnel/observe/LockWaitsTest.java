package dev.runnel.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.runnel.observe.LockWaits.Wait;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each wait is given once, and all time that somebody waits is charged once, to whoever gives back next. */
class LockWaitsTest {

    private static final long LOCK = -17;

    private final LockWaits waits = new LockWaits();

    private Wait begins(long g, long lock, long now) {
        Wait wait = new Wait("sync.Mutex.Lock", lock, now);
        waits.begin(g, wait);
        return wait;
    }

    private Wait ends(long g) {
        return Objects.requireNonNull(waits.end(g), () -> "goroutine " + g);
    }

    /** What would be charged, and is. */
    private long givenBack(long g, long now) {
        Wait wait = ends(g);
        long charge = waits.charge(wait, now);
        assertEquals(charge, waits.givenBack(wait, now));
        return charge;
    }

    @Test
    void wait_isGivenOnce() {
        Wait begun = begins(5, LOCK, 100);
        assertNull(waits.end(6));
        assertNull(waits.end(5L + LockWaits.PARTS));
        assertEquals(begun, waits.end(5));
        assertNull(waits.end(5));
    }

    @Test
    void whoGivesBack_isChargedWithAllWhoWait_sinceTheyCame() {
        begins(1, LOCK, 100);
        begins(2, LOCK, 110);
        begins(3, LOCK, 150);
        assertEquals(60 + 50 + 10, givenBack(1, 160));
    }

    /** For a lock that is known and for one that is not; and where all waits count, such a wait does. */
    @ParameterizedTest
    @ValueSource(longs = {LOCK, 0})
    void whoLookedAtTheClockBeforeTheOtherCame_isChargedWithNothing(long lock) {
        begins(1, lock, 100);
        long charge = givenBack(1, 90);
        assertEquals(0, charge);
        assertEquals(1, WaitSites.weight(charge, 0, ThreadLocalRandom.current()));
    }

    @Test
    void theNext_isChargedOnlyWithWhatCameAfter() {
        begins(1, LOCK, 100);
        begins(2, LOCK, 110);
        begins(3, LOCK, 150);
        givenBack(1, 160);
        begins(4, LOCK, 165);
        assertEquals(2 * 10 + 5, givenBack(2, 170));
        assertEquals(2 * 5, givenBack(3, 175));
        assertEquals(2, givenBack(4, 177));
        begins(5, LOCK, 200);
        assertEquals(1, givenBack(5, 201));
    }

    /** Before anybody is charged, and after that: what was charged already is not taken away. */
    @Test
    void whoGivesUp_isNotCharged() {
        begins(1, LOCK, 100);
        begins(2, LOCK, 110);
        waits.givenUp(ends(1));
        begins(3, LOCK, 120);
        assertEquals(20 + 10, givenBack(2, 130));
        begins(4, LOCK, 135);
        begins(5, LOCK, 135);
        waits.givenUp(ends(3));
        assertEquals(2 * 5, givenBack(4, 140));
        waits.givenUp(ends(5));
        begins(6, LOCK, 150);
        assertEquals(1, givenBack(6, 151));
    }

    /** Times are those of {@link System#nanoTime}, and may be negative. */
    @Test
    void whoGivesUp_isNotCharged_beforeZero() {
        begins(1, LOCK, -100);
        begins(2, LOCK, -90);
        waits.givenUp(ends(1));
        assertEquals(20, givenBack(2, -70));
    }

    @Test
    void locks_areApart() {
        begins(1, LOCK, 100);
        begins(2, LOCK - LockWaits.PARTS, 100);
        begins(3, LOCK, 100);
        assertEquals(10, givenBack(2, 110));
        assertEquals(2 * 20, givenBack(1, 120));
    }

    /** With a lock that is not known, each is charged with the one that it wakes. */
    @Test
    void withoutALock_theWaitItselfIsCharged() {
        begins(1, 0, 100);
        begins(2, 0, 101);
        assertEquals(10, givenBack(1, 110));
        assertEquals(19, givenBack(2, 120));
        begins(3, 0, 130);
        waits.givenUp(ends(3));
    }

    /** The sum of many times is more than fits. */
    @Test
    void lateTimes_areCharged() {
        long late = Long.MAX_VALUE / 2;
        for (int g = 1; g <= 100; g++) {
            begins(g, LOCK, late + g);
        }
        assertEquals(99 * 100 / 2, givenBack(1, late + 100));
        assertEquals(99, givenBack(2, late + 101));
    }

    /** By several threads, on one lock: time is charged by the whole. */
    @Test
    void manyAtOnce_noneIsLost() throws InterruptedException {
        int threads = 4;
        int times = 20_000;
        AtomicLong charged = new AtomicLong();
        CountDownLatch ended = new CountDownLatch(threads);
        for (int t = 1; t <= threads; t++) {
            long g = t * (long) LockWaits.PARTS;
            Thread.ofPlatform().start(() -> {
                for (int i = 0; i < times; i++) {
                    begins(g, LOCK, 0);
                    charged.addAndGet(waits.givenBack(ends(g), 0));
                }
                ended.countDown();
            });
        }
        ended.await();
        assertEquals(0, charged.get());
        begins(1, LOCK, 7);
        assertEquals(3, givenBack(1, 10), "nobody else is taken to wait");
    }
}
