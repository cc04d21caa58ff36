package dev.runnel.runtime.park;

import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A strand's place in one wait queue, for one wait; Go's {@code sudog}. Guarded by the lock of the queue's channel.
 *
 * <p>Or the record of a strand that lingers at a channel, and has no wait open: whoever takes it out of there completes
 * it, and the strand goes on by itself.
 */
public final class Waiter {

    private static final VarHandle LINGERS;

    static {
        try {
            LINGERS = MethodHandles.lookup().findVarHandle(Waiter.class, "lingers", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(2, i -> {
            switch (i) {
                case 0 -> LINGERS.setRelease((Waiter) null, false);
                default -> {
                    boolean unused = (boolean) LINGERS.getAcquire((Waiter) null);
                }
            }
        });
    }

    final Strand strand;

    /** {@link Strand#met()}; kept here, since asking the strand would fetch it from another processor. */
    private final Peer met;

    long ticket;

    @Nullable Waiter previous;

    /**
     * The one behind it in its queue; or, among those whose waits were ended together, the one to be readied after it.
     */
    @Nullable Waiter next;

    boolean queued;

    private boolean lingers; // a release store tells its strand that it no longer does

    /** The value to be sent, or the one received. */
    public @Nullable Object element;

    /** Whether a value went over; if not, the channel was closed. */
    public boolean success;

    /** Which clause of a select this stands for. */
    public char clause;

    /** @param strand the strand that waits */
    public Waiter(Strand strand) {
        this.strand = strand;
        met = strand.met();
    }

    /** Prepares the record for a wait. */
    public void open(long forTicket, @Nullable Object toSend) {
        ticket = forTicket;
        lingers = false;
        element = toSend;
        success = false;
    }

    /** Prepares the record for lingering. */
    public void openToLinger(@Nullable Object toSend) {
        lingers = true;
        element = toSend;
        success = false;
    }

    /** Whether it still lingers. Called by its strand. If not, what the one that completed it wrote is visible. */
    public boolean lingers() {
        return (boolean) LINGERS.getAcquire(this);
    }

    /** The strand that waits, or lingers. */
    public Strand strand() {
        return strand;
    }

    /** How many are chained from there on. */
    public static int count(@Nullable Waiter first) {
        int count = 0;
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            count++;
        }
        return count;
    }

    /** Readies those who are chained from there on, in this order. Under no lock. */
    public static void readyAll(@Nullable Waiter first) {
        Waiter waiter = first;
        while (waiter != null) {
            Waiter after = waiter.next;
            waiter.next = null; // the record is its strand's as soon as that is ready
            waiter.strand.ready();
            waiter = after;
        }
    }

    /** Lets go of the value. */
    public void clear() {
        element = null;
        success = false;
    }

    /**
     * Ends the wait of a record that {@link WaitQueue#dequeue()} gave; under the lock.
     *
     * @return the strand that the caller is to ready, once it has unlocked
     */
    public Strand complete(boolean withValue) {
        success = withValue;
        strand.wakeWith(this);
        return strand;
    }

    /**
     * As {@link #complete}, also for a record that lingers: its strand goes on by itself, and from here on the record
     * is its own again.
     *
     * @return what the caller is to ready, once it has unlocked
     */
    public Peer finish(boolean withValue) {
        if (!lingers) {
            return complete(withValue);
        }
        success = withValue;
        LINGERS.setRelease(this, false);
        return met;
    }
}
