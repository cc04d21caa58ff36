package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Released;
import dev.runnel.runtime.park.Waiter;
import org.jspecify.annotations.Nullable;

/** How a channel ends: by a close, Go's {@code closechan}, or by a receiver's cancel. */
final class Closing {

    private Closing() {}

    /**
     * Closes a channel unless it is closed, and returns whether this call did it. The first close after a cancel counts
     * as one that did, and does nothing.
     */
    static boolean close(Hchan<?> channel, @Nullable Throwable cause) {
        Released released = new Released(); // here: a failure under the lock would keep it held
        End how = cause == null ? null : new End(cause, false);
        channel.lock();
        if (channel.closed) {
            End end = channel.end;
            boolean counts = end != null && end.closes();
            channel.unlock();
            return counts;
        }
        endLocked(channel, how, released);
        channel.unlock();
        released.ready();
        return true;
    }

    /** Closes a channel for its senders, if it is open, and drops what it holds. */
    static void cancel(Hchan<?> channel, @Nullable Throwable cause) {
        Released released = new Released();
        End how = new End(cause, true);
        Buffer dropped = null;
        channel.lock();
        try {
            if (!channel.closed) {
                endLocked(channel, how, released);
            }
            // Closed first, then emptied: who looks without the lock must not find it open and empty.
            if (channel.buffer.count() > 0) {
                dropped = channel.dropAllLocked();
            }
        } finally {
            channel.unlock();
            released.ready();
        }
        if (dropped != null) {
            channel.undelivered(dropped);
        }
    }

    /** From now on it is closed, and nobody waits. Under the lock. */
    private static void endLocked(Hchan<?> channel, @Nullable End how, Released released) {
        channel.end = how;
        channel.closed = true;
        channel.endedLocked();
        Waiter waiter;
        while ((waiter = channel.takeReceiver()) != null) {
            released.finish(waiter);
        }
        while ((waiter = channel.takeSender()) != null) {
            released.finish(waiter);
        }
    }
}
