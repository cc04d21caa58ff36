package dev.runnel.runtime.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The time to within some milliseconds, for the price of a load: goroutines that park note it. The watchdog sets it at
 * each of its rounds. The watchdog sleeps while all Ps are idle, when nobody parks; whoever takes up the first P then
 * sets the clock.
 */
final class CoarseClock {

    private final @Nullable Directed directed;
    private long now =
            System.nanoTime(); // plain: an old value is an old time, and the watchdog's come within milliseconds

    CoarseClock(@Nullable Directed directed) {
        this.directed = directed;
    }

    void set(long nanos) {
        now = nanos;
    }

    long nanos() {
        return directed == null ? now : directed.clock.nanos();
    }
}
