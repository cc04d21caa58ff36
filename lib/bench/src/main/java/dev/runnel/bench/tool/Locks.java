package dev.runnel.bench.tool;

/**
 * Mutexes, and conditions that belong to one.
 *
 * @param <M> the contender's mutex
 * @param <D> the contender's condition
 */
public abstract class Locks<M, D> {

    /** A new mutex. */
    public abstract M mutex();

    /** Locks. */
    public abstract void lock(M mutex);

    /** Unlocks. */
    public abstract void unlock(M mutex);

    /** A new condition. */
    public abstract D condition(M mutex);

    /** Waits for a signal; the mutex is held before and after, and not meanwhile. */
    public abstract void await(D condition);

    /** Wakes one. */
    public abstract void signal(D condition);

    /** Wakes all. */
    public abstract void broadcast(D condition);
}
