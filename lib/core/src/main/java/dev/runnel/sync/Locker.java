package dev.runnel.sync;

import dev.runnel.runtime.scheduler.Sneaky;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Producer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What can be locked and unlocked; Go's {@code sync.Locker}. {@link Mutex} and {@link RWMutex} are lockers, and so is
 * the {@linkplain RWMutex#readLocker() read side} of the latter. You may implement it, for a {@link Cond} on a lock of
 * your own.
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
        Objects.requireNonNull(body, "body");
        lock();
        try {
            body.run();
        } catch (Throwable thrown) {
            throw unlockAfter(thrown);
        }
        unlock();
    }

    /**
     * As {@link #locked}, for what gives a value. It has another name because the compiler could not tell which is
     * meant by {@code locked(cond::await)}, as {@code await} has several forms.
     *
     * @param producer gives the value, which may be null; what it throws, checked or not, comes out as it is
     * @param <T> the type of the value
     * @return what the producer gave
     */
    default <T extends @Nullable Object> T lockedValue(Producer<? extends T> producer) {
        Objects.requireNonNull(producer, "producer");
        lock();
        T value;
        try {
            value = producer.get();
        } catch (Throwable thrown) {
            throw unlockAfter(thrown);
        }
        unlock();
        return value;
    }

    /** The body has failed; if it has already given the lock back, say, that does not hide its failure. */
    private RuntimeException unlockAfter(Throwable thrown) {
        try {
            unlock();
        } catch (Throwable second) {
            if (second != thrown) {
                thrown.addSuppressed(second);
            }
        }
        return Sneaky.rethrow(thrown);
    }
}
