package dev.runnel.runtime.park;

import org.jspecify.annotations.Nullable;

/** A strand's place in one wait queue, for one wait; Go's {@code sudog}. Guarded by the lock of the queue's channel. */
public final class Waiter {

    final Strand strand;
    long ticket;

    @Nullable Waiter previous;

    @Nullable Waiter next;

    boolean queued;

    /** The value to be sent, or the one received. */
    public @Nullable Object element;

    /** Whether a value went over; if not, the channel was closed. */
    public boolean success;

    /** Which clause of a select this stands for. */
    public char clause;

    /**
     * @param strand who waits
     */
    public Waiter(Strand strand) {
        this.strand = strand;
    }

    /** Prepares the record for a wait. */
    public void open(long forTicket, @Nullable Object toSend) {
        ticket = forTicket;
        element = toSend;
        success = false;
    }

    /** Lets go of the value. */
    public void clear() {
        element = null;
        success = false;
    }

    /**
     * Ends the wait of a record that {@link WaitQueue#dequeue()} gave; under the lock. The caller unlocks and then readies
     * the strand.
     */
    public Strand complete(boolean withValue) {
        success = withValue;
        strand.wakeWith(this);
        return strand;
    }
}
