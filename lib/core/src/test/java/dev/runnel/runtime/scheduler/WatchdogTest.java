package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.runnel.Await;
import dev.runnel.scheduler.RuntimeConfig;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** When the watchdog sleeps, and over what it must not sleep (P43, P76). */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class WatchdogTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));

    /** A watchdog beside the scheduler's own: this one sleeps when the test says so. */
    private final Watchdog watchdog = new Watchdog(s);

    @AfterEach
    void close() {
        s.ending().close();
    }

    /** Else a run that stands still for ever after that is never looked at. */
    @Test
    void watchdog_doesNotSleepOverWhatRanWhileItLooked() throws InterruptedException {
        long before = s.wakeUps();
        Goroutine g = s.go("short", () -> {});
        Await.until(() -> g.hasEnded() && s.allIdle());
        assertEquals(Thread.State.TERMINATED, asleepOrOver(before));
    }

    @Test
    void watchdog_sleepsWhileNothingHasRun() throws InterruptedException {
        assertEquals(Thread.State.WAITING, asleepOrOver(s.wakeUps()));
    }

    /** The timer is in no heap meanwhile, and may wake anybody: that nothing runs does not mean that nothing will. */
    @Test
    void timerThatIsBeingFired_isNoStandstill() {
        HeldWatchdog fires = new HeldWatchdog(s);
        try {
            assertTrue(s.allIdle());
            assertTrue(s.watchdog.fires());
            assertTrue(s.census.standstill() < 0);
        } finally {
            fires.letGo();
        }
        Await.until(() -> !s.watchdog.fires());
        Await.until(() -> s.census.standstill() >= 0);
    }

    /** While a P is idle no timer is left to the others. */
    @Test
    void timer_earlierThanItWillLook_wakesIt() {
        HeldWatchdog held = new HeldWatchdog(s);
        try {
            s.watchdog.timerAt(s.watchdog.wakesAt() - 1);
            Await.until(() -> held.wakings() > 0);
        } finally {
            held.letGo();
        }
    }

    /** There may be no memory, and whoever is stuck needs the watchdog's rounds. */
    @Test
    void roundThatFindsNothingToDo_makesNothing() throws ReflectiveOperationException {
        Thread thread = (Thread) MethodHandles.privateLookupIn(Watchdog.class, MethodHandles.lookup())
                .findVarHandle(Watchdog.class, "thread", Thread.class)
                .get(s.watchdog);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        AtomicBoolean over = new AtomicBoolean();
        Goroutine busy = s.go("busy", () -> {
            while (!over.get()) {
                Thread.onSpinWait();
            }
        });
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 200 && least > 0; attempt++) { // now and then there is something to do
            awaitRounds(2); // what a round does only the first time is done
            long before = threads.getThreadAllocatedBytes(thread.threadId());
            awaitRounds(5);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread.threadId()) - before);
        }
        over.set(true);
        Await.until(busy::hasEnded);
        assertEquals(0, least);
    }

    private void awaitRounds(int rounds) {
        for (int i = 0; i < rounds; i++) {
            long last = s.coarseClock.nanos();
            Await.until(() -> s.coarseClock.nanos() != last);
        }
    }

    private Thread.State asleepOrOver(long wakeUps) throws InterruptedException {
        Thread sleeper = Thread.ofPlatform().daemon().start(() -> watchdog.sleepWhileIdle(Long.MAX_VALUE, wakeUps));
        Await.until(() -> !sleeper.isAlive() || sleeper.getState() == Thread.State.WAITING);
        Thread.State state = sleeper.getState();
        LockSupport.unpark(sleeper);
        sleeper.join(); // a thread that is left would keep later tests from finding deadlocks
        return state;
    }
}
