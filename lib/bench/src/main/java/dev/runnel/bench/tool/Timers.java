package dev.runnel.bench.tool;

import dev.runnel.bench.kit.Task;
import java.time.Duration;

/**
 * Timers that run a task when they go off.
 *
 * @param <T> the contender's timer
 */
public abstract class Timers<T> {

    /** A timer that goes off after so long. */
    public abstract T start(Duration duration, Task task);

    /** Sets it anew; gives the timer that is set now. */
    public abstract T reset(T timer, Duration duration, Task task);

    /** Stops it; gives whether it was to go off. */
    public abstract boolean stop(T timer);
}
