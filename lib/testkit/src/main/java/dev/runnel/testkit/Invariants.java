package dev.runnel.testkit;

import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.Touching;
import dev.runnel.runtime.scheduler.Goroutine;
import dev.runnel.runtime.scheduler.Scheduler;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** Checks the runtime itself between the steps of a run: the channels that were used in it, and the queues. */
final class Invariants {

    /** How many channels are checked at every step; if there are n times as many, they are checked at every n-th. */
    private static final int CHANNELS = 32;

    private final Scheduler scheduler;
    private final Set<Hchan<?>> seen = Collections.newSetFromMap(new WeakHashMap<>()); // none is kept alive

    private int calls;
    private @Nullable AssertionError broken;

    Invariants(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * Checks all; no lock is held, and one goroutine runs.
     *
     * @param on what the next step is on
     * @throws AssertionError if anything is not as it must be
     */
    void check(@Nullable Object on) {
        if (on instanceof Touching touching) {
            seen.addAll(touching.channels());
        }
        if (broken != null) {
            throw broken;
        }
        calls++;
        if (isDue()) {
            seen.forEach(Hchan::check);
        }
        scheduler.view().checkQueues();
    }

    /**
     * Checks that nobody is readied under the lock of a channel. If somebody is, that is said at the next call or at
     * the end: thrown from here, it would leave the lock held. In a bubble, only its own channels are looked at:
     * threads outside may hold the locks of others now.
     *
     * @param goroutine the one that is readied
     */
    void readied(Goroutine goroutine) {
        if (!isDue()) {
            return;
        }
        for (Hchan<?> channel : seen) {
            if (!channel.isWhollyOf(goroutine.home())) {
                continue;
            }
            if (channel.tryLock()) {
                channel.unlock();
            } else if (broken == null) {
                broken = new AssertionError(goroutine + " is readied under the lock of " + channel);
            }
        }
    }

    private boolean isDue() {
        return calls % (1 + seen.size() / CHANNELS) == 0;
    }

    /** What was found and not yet said. */
    @Nullable AssertionError broken() {
        return broken;
    }
}
