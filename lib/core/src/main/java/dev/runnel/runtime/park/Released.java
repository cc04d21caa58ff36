package dev.runnel.runtime.park;

import org.jspecify.annotations.Nullable;

/**
 * Those whose waits one party has ended under a lock, to be readied when it has given the lock back. Takes no memory
 * for them, since a strand that is claimed and then not readied would wait for ever: they are chained by their records,
 * which nobody else uses until then. Made before the lock is taken.
 */
public final class Released {

    private @Nullable Waiter last;

    /** One that lingered: it goes on by itself, and its record is its own again. */
    private @Nullable Peer met;

    /**
     * Ends, without a value, the wait of a record that is no longer in a queue; under the lock. At most one of them may
     * linger.
     */
    public void finish(Waiter waiter) {
        Peer peer = waiter.finish(false);
        if (peer == waiter.strand) {
            waiter.next = last;
            last = waiter;
        } else {
            met = peer;
        }
    }

    /** Last collected, first readied, as in Go. Under no lock. */
    public void ready() {
        Waiter.readyAll(last);
        last = null;
        if (met != null) {
            met.ready();
        }
    }
}
