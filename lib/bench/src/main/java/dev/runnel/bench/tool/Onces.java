package dev.runnel.bench.tool;

import dev.runnel.bench.kit.Task;

/**
 * What happens once.
 *
 * @param <O> the contender's object
 */
public abstract class Onces<O> {

    /** A new one. */
    public abstract O once();

    /** Runs the task unless one was run. */
    public abstract void run(O once, Task task);
}
