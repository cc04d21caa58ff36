package dev.runnel.runtime.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntConsumer;

/**
 * A short lock, not reentrant: a caller that cannot have it spins, then gives way, and never waits to be woken. Hold it
 * for a few loads and stores only; ready no goroutine and run no code of users under it.
 *
 * <p>An object may be its own lock by extending this class, which saves a field and a cache miss.
 */
public class SpinLock {

    /** The most pauses between two looks, about a microsecond; from then on the waiter gives way after each look. */
    private static final int MOST_PAUSES = 64;

    /** The pauses before the first look of a patient waiter. */
    private static final int PATIENT_PAUSES = 64;

    /** As {@link #MOST_PAUSES}, for a patient waiter: about four microseconds. */
    private static final int MOST_PATIENT_PAUSES = 256;

    private static final VarHandle HELD;

    /** How a waiter gives way. The scheduler sets one that keeps the waiter on its carrier. */
    private static volatile IntConsumer giveWay = times -> Thread.yield();

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        // The first call of each takes memory, and a waiter may have none.
        SpinLock any = new SpinLock();
        any.lock();
        any.unlock();
        Backoff.pause(1);
    }

    @SuppressWarnings("unused") // through HELD
    private volatile int held;

    /**
     * Sets how waiters give way once spinning did not help.
     *
     * @param way gives way; is told how often this waiter has done so before, but always 0 by {@link #lockAnother}.
     *     Called once here, by the caller
     */
    public static void giveWayBy(IntConsumer way) {
        way.accept(0); // here, as the first call takes memory
        giveWay = way;
    }

    /** Takes the lock. Acquires what {@link #unlock()} released. */
    public final void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended(1, MOST_PAUSES, false);
        }
    }

    /**
     * As {@link #lock()}, for those who have it for most of their time, and do more the longer they go on without the
     * others: a waiter looks again only after a microsecond.
     */
    public final void lockPatiently() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended(PATIENT_PAUSES, MOST_PATIENT_PAUSES, false);
        }
    }

    /**
     * As {@link #lock()}, for a caller that may hold another spin lock: others wait for that one, so the caller stays
     * where it is.
     */
    public final void lockAnother() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockContended(1, MOST_PAUSES, true);
        }
    }

    /** Takes the lock if it is free. */
    public final boolean tryLock() {
        return HELD.compareAndSet(this, 0, 1);
    }

    /** Gives the lock back. A release; pairs with {@link #lock()}. */
    public final void unlock() {
        HELD.setRelease(this, 0);
    }

    /**
     * Looks again after one pause (or more), two, four, so that the one that has just had the lock may have it some
     * more times meanwhile: what the lock guards is on that processor, and each turn of the lock would take it over to
     * another.
     */
    private void lockContended(int first, int most, boolean another) {
        int gaveWay = 0;
        for (int pauses = first; ; pauses = Math.min(2 * pauses, most)) {
            Backoff.pause(pauses);
            if (held == 0 && HELD.compareAndSet(this, 0, 1)) {
                return;
            }
            if (pauses == most) {
                giveWay.accept(another ? 0 : gaveWay++);
            }
        }
    }
}
