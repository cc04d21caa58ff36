package dev.runnel.bench.tool;

/**
 * Semaphores.
 *
 * @param <S> the contender's semaphore
 */
public abstract class Semaphores<S> {

    /** A new semaphore of so many permits. */
    public abstract S of(int permits);

    /** Waits for so many. */
    public abstract void acquire(S semaphore, int permits);

    /** Gives so many back. */
    public abstract void release(S semaphore, int permits);
}
