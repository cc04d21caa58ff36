package dev.runnel.bench.tool;

/**
 * Locks for many readers or one writer.
 *
 * @param <L> the contender's lock
 */
public abstract class RwLocks<L> {

    /** A new lock. */
    public abstract L lock();

    /** Locks for reading; gives what the unlock needs. */
    public abstract long readLock(L lock);

    /** Ends that. */
    public abstract void readUnlock(L lock, long stamp);

    /** Locks for writing; gives what the unlock needs. */
    public abstract long writeLock(L lock);

    /** Ends that. */
    public abstract void writeUnlock(L lock, long stamp);
}
