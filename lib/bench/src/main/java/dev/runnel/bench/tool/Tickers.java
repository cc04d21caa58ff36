package dev.runnel.bench.tool;

import java.time.Duration;

/**
 * Tickers, each for one goroutine that waits for ticks; of the ticks that it is late for, all but one are dropped.
 *
 * @param <K> the contender's ticker
 */
public abstract class Tickers<K> {

    /** A ticker whose first tick comes after one period. */
    public abstract K start(Duration period);

    /** Waits for a tick. */
    public abstract void await(K ticker);

    /** Stops it. */
    public abstract void stop(K ticker);
}
