package dev.runnel.runtime.scheduler;

import dev.runnel.Await;
import dev.runnel.runtime.queue.TimerHeap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The watchdog of a scheduler whose Ps are all idle, kept in the midst of a round. */
final class HeldWatchdog extends TimerHeap.Timer {

    private final AtomicInteger wakings = new AtomicInteger();
    private volatile @Nullable Thread held;
    private volatile boolean settles;
    private volatile boolean settled;
    private volatile boolean mayGoOn;

    HeldWatchdog(Scheduler s) {
        s.processors[0].timers.add(this, System.nanoTime() - 1); // there is no M to fire it
        s.watchdog.wake();
        Await.until(() -> held != null);
        settles = true;
        Await.until(() -> settled);
    }

    @Override
    protected void fire(TimerHeap from) {
        held = Thread.currentThread();
        while (!settles) {
            Thread.onSpinWait();
        }
        LockSupport.parkNanos(1); // uses up what is left of the waking above
        settled = true;
        while (!mayGoOn) {
            LockSupport.park();
            wakings.incrementAndGet();
        }
    }

    /** How often somebody has woken the watchdog since. */
    int wakings() {
        return wakings.get();
    }

    void letGo() {
        mayGoOn = true;
        LockSupport.unpark(held);
    }
}
