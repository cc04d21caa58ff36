package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.Await;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.runtime.carrier.Carrier;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a look at the Ps finds, and what it then does. While the watchdog is held this test looks in its place. */
class RetakingTest {

    private static final long SLICE = Duration.ofMinutes(1).toNanos();

    private final Scheduler s = new Scheduler(Runtimes.withProcs(1).withTimeSlice(Duration.ofNanos(SLICE)));
    private final HeldWatchdog watchdog = new HeldWatchdog(s);
    private final Processor p = s.processors[0];
    private final AtomicBoolean over = new AtomicBoolean();

    /** The test's own time, which goes on as the test says. */
    private long now = System.nanoTime();

    @AfterEach
    void close() {
        over.set(true);
        watchdog.letGo();
        s.ending().close();
    }

    private long look() {
        return s.watchdog.retaking.look(now, false);
    }

    private void lookLate() {
        s.watchdog.retaking.look(now, true);
    }

    /** Starts a goroutine that has the P from now on, and makes no call. */
    private Goroutine spins() {
        AtomicBoolean runs = new AtomicBoolean();
        Goroutine g = s.go("spins", () -> {
            runs.set(true);
            TwoPs.spinUntil(over::get);
        });
        Await.until(runs::get);
        return g;
    }

    private Machine holder() {
        Machine holder = p.holder;
        assertTrue(holder != null);
        return holder;
    }

    @Test
    void slice_isOverOnceItHasLasted_andNotBefore() {
        spins();
        look();
        now += SLICE - 1;
        look();
        assertFalse(p.sliceOver);
        now++;
        look();
        assertTrue(p.sliceOver);
    }

    /** The last look saw another slice: this one begins. */
    @Test
    void slice_ofAnotherGoroutine_beginsAnew() {
        spins();
        look();
        now += SLICE - 1;
        p.tick++;
        look();
        now++;
        look();
        assertFalse(p.sliceOver);
        now += SLICE - 1;
        look();
        assertTrue(p.sliceOver);
    }

    @Test
    void slice_beginsWhenItIsTakenUp() {
        spins();
        look();
        now += SLICE - 1;
        p.tickTakenUp++;
        look();
        now++;
        look();
        assertFalse(p.sliceOver);
    }

    /** The M naps in between, and has taken up nothing yet. */
    @Test
    void slice_ofWhoLooksForWork_hasNotBegun() {
        spins();
        Machine holder = holder();
        holder.spinning = true;
        look();
        now += SLICE;
        look();
        holder.spinning = false;
        assertFalse(p.sliceOver);
        now += SLICE - 1;
        look();
        assertFalse(p.sliceOver);
        now++;
        look();
        assertTrue(p.sliceOver);
    }

    /** Goroutines that wake each other share a slice, and it ends although the holder is a different one each time. */
    @Test
    void slice_thatIsSharedWithOthers_endsAsWell() {
        spins();
        look();
        now += SLICE;
        p.handOvers++;
        look();
        assertTrue(p.sliceOver);
    }

    /** The process may have stood still, so that nobody had the time to make a call. */
    @Test
    void slice_beginsAnewOnce_atALateLook() {
        spins();
        look();
        now += SLICE;
        lookLate();
        assertFalse(p.sliceOver);
        now += SLICE - 1;
        look();
        assertFalse(p.sliceOver);
        now++;
        lookLate(); // it may be late each time
        assertTrue(p.sliceOver);
    }

    @Test
    void nextSlice_beginsAnewAtALateLook_too() {
        spins();
        look();
        now += SLICE;
        lookLate();
        p.tick++;
        look();
        now += SLICE;
        lookLate();
        assertFalse(p.sliceOver);
    }

    /** Nobody wants the P. */
    @Test
    void hog_keepsItsP_whileNobodyWaits() {
        spins();
        Machine holder = holder();
        look();
        for (int i = 0; i < 5; i++) {
            now += 2 * SLICE;
            look();
        }
        assertSame(holder, p.holder);
    }

    /** The hog is asked first: at a call it would give the P away by itself. */
    @Test
    void hog_isSummoned_andLosesItsPAtTheNextLook_ifOthersWait() {
        assumeTrue(JdkPool.carriers() > 1); // the other one runs while the hog spins
        spins();
        Machine holder = holder();
        AtomicBoolean ran = new AtomicBoolean();
        look();
        Goroutine other = s.go("waits", () -> ran.set(true));
        now += SLICE;
        look();
        assertTrue(holder.isSummoned());
        assertSame(holder, p.holder);
        assertFalse(ran.get());
        assertEquals(Watchdog.SHORTEST_NAP, look());
        Await.until(other::hasEnded);
        assertTrue(holder.isSummoned(), "it is to queue up at its next call");
    }

    /**
     * There is no thread for another carrier. Before that is known the hog blocks in the JDK and is let go on: who has
     * its P then sees to that, and nobody else may have it in hands.
     */
    @Test
    void hog_thatBlocksBeforeItLosesItsP_goesOn_ifThereIsNoThread() {
        assumeTrue(s.isDedicated());
        AtomicBoolean runs = new AtomicBoolean();
        AtomicBoolean blocks = new AtomicBoolean();
        Goroutine hog = s.go("blocks", () -> {
            runs.set(true);
            TwoPs.spinUntil(blocks::get);
            LockSupport.park();
        });
        Await.until(runs::get);
        Thread thread = holder().thread();
        s.spares = new SpareCarriers(s) {
            @Override
            @Nullable Carrier make(Processor p) {
                if (blocks.getAndSet(true)) {
                    return super.make(p);
                }
                Await.until(() -> thread.getState() == Thread.State.WAITING);
                LockSupport.unpark(thread);
                Await.until(() -> thread.getState() != Thread.State.WAITING);
                throw new OutOfMemoryError("for a test");
            }
        };
        look();
        s.go("waits", () -> {});
        now += SLICE;
        look();
        look();
        assertTrue(blocks.get());
        Await.until(hog::hasEnded);
    }

    /** Its P cannot be taken now, and each look would make another thread. */
    @Test
    void noCarrierIsMade_whileTheHolderIsInTheRuntime() {
        assumeTrue(s.isDedicated());
        AtomicInteger made = new AtomicInteger();
        s.spares = new SpareCarriers(s) {
            @Override
            @Nullable Carrier make(Processor p) {
                made.incrementAndGet();
                return super.make(p);
            }
        };
        AtomicBoolean inside = new AtomicBoolean();
        s.go("in the runtime", () -> {
            Machine m = Machine.current();
            m.enter();
            inside.set(true);
            TwoPs.spinUntil(over::get);
            m.leave();
        });
        Await.until(inside::get);
        look();
        s.go("waits", () -> {});
        now += SLICE;
        look();
        assertTrue(holder().isSummoned());
        look();
        look();
        assertEquals(0, made.get());
    }

    /** It was asked when the slice before was over. */
    @Test
    void hog_thatHasBegunAnotherSlice_keepsItsP() {
        spins();
        Machine holder = holder();
        look();
        s.go("waits", () -> {});
        now += SLICE;
        look();
        p.tick++;
        look();
        look();
        assertSame(holder, p.holder);
    }

    @Test
    void naps_areShortWhileASliceIsOver() {
        spins();
        assertEquals(Watchdog.LONGEST_NAP, look());
        now += SLICE;
        look();
        assertEquals(Watchdog.WATCHFUL_NAP, look());
    }

    /** In dedicated mode there is no pool for which others wait. */
    @Test
    void poolIsDue_oncePerSlice() {
        spins();
        p.gaveWayAt = now;
        now += SLICE - 1;
        look();
        assertFalse(p.poolIsDue);
        now++;
        look();
        assertEquals(!s.isDedicated(), p.poolIsDue);
        p.poolIsDue = false;
        now += SLICE - 1;
        look();
        assertFalse(p.poolIsDue);
    }

    @Test
    void whoIsForgotten_isNewAtTheNextLook() {
        spins();
        look();
        s.watchdog.retaking.forgetHolders();
        assertNull(p.seenHolder);
        now += SLICE;
        look();
        assertFalse(p.sliceOver);
        now += SLICE;
        look();
        assertTrue(p.sliceOver);
    }

    /** In dedicated mode the carrier does this at once. */
    @Test
    void goroutineThatBlocks_losesItsPAtTheSecondLookThatSeesItSo() {
        assumeFalse(s.isDedicated());
        CountDownLatch latch = new CountDownLatch(1);
        Goroutine g = s.go("blocks", () -> latch.await());
        Await.until(() -> p.holder != null && p.holder.thread().getState() == Thread.State.WAITING);
        Machine holder = holder();
        p.gaveWayAt = now; // the pool has no wishes
        look();
        assertSame(holder, p.holder);
        assertEquals(Watchdog.SHORTEST_NAP, look(), "it has to look again soon");
        assertSame(holder, p.holder);
        assertFalse(holder.isSummoned());
        look();
        assertNotSame(holder, p.holder);
        assertTrue(holder.isSummoned(), "it is to queue up at its next call");
        latch.countDown();
        Await.until(g::hasEnded);
    }

    /** The goroutine was seen to block before it moved. */
    @Test
    void goroutineThatBlocksAgain_isSeenTwiceAnew() {
        assumeFalse(s.isDedicated());
        CountDownLatch latch = new CountDownLatch(1);
        Goroutine g = s.go("blocks", () -> latch.await());
        Await.until(() -> p.holder != null && p.holder.thread().getState() == Thread.State.WAITING);
        Machine holder = holder();
        look();
        look();
        p.handOvers++;
        look();
        look();
        assertSame(holder, p.holder);
        look();
        assertNotSame(holder, p.holder);
        latch.countDown();
        Await.until(g::hasEnded);
    }
}
