package dev.runnel.sync;

import dev.runnel.runtime.scheduler.Sneaky;
import dev.runnel.scheduler.Body;

/**
 * What can be locked and unlocked; Go's {@code sync.Locker}. {@link Mutex} and {@link RWMutex} are such, and so is the {@linkplain
 * RWMutex#readLocker() read side} of the latter. Others may implement it, for a {@link Cond} on a lock of their own.
 */
public interface Locker {

    /** Waits until the caller has the lock. */
    void lock();

    /** Gives the lock back. */
    void unlock();

    /**
     * Runs a body with the lock held, and gives the lock back however the body ends.
     *
     * @param body what to do; what it throws, checked or not, comes out as it is
     */
    default void locked(Body body) {
        lock();
        try {
            body.run();
        } catch (Exception e) {
            throw Sneaky.rethrow(e);
        } finally {
            unlock();
        }
    }
}
