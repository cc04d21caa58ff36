package dev.runnel.runtime.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.runnel.Await;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the watchdog sleeps although it has something to see (P43, P76). */
class WatchdogTest {

    private final Scheduler s = new Scheduler(RuntimeConfig.fromProperties().withProcs(1));

    /** Beside the scheduler's own: this one sleeps when the test says so. */
    private final Watchdog watchdog = new Watchdog(s);

    @AfterEach
    void close() {
        s.ending().close();
    }

    /** Else a run that stands still for good after that is never looked at. */
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

    private Thread.State asleepOrOver(long wakeUps) throws InterruptedException {
        Thread sleeper = Thread.ofPlatform().daemon().start(() -> watchdog.sleepWhileIdle(Long.MAX_VALUE, wakeUps));
        Await.until(() -> !sleeper.isAlive() || sleeper.getState() == Thread.State.WAITING);
        Thread.State state = sleeper.getState();
        LockSupport.unpark(sleeper);
        sleeper.join(); // a thread that is left would keep later tests from finding deadlocks
        return state;
    }
}
