package dev.runnel.runtime.channel;

import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.Waiter;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How a channel ends: by a close, Go's {@code closechan}, or by a receiver's cancel. */
final class Closing {

    private Closing() {}

    /** Closes a channel unless it is closed; gives whether this call did it. The first close after a cancel counts, and does nothing. */
    static boolean close(Hchan<?> channel, @Nullable Throwable cause) {
        channel.lock();
        if (channel.closed) {
            End end = channel.end;
            boolean counts = end != null && end.closes();
            channel.unlock();
            return counts;
        }
        Deque<Peer> released = endLocked(channel, cause == null ? null : new End(cause, false));
        channel.unlock();
        readyAll(released);
        return true;
    }

    /** Closes a channel for its senders, if it is open, and drops what it holds. */
    static void cancel(Hchan<?> channel, @Nullable Throwable cause) {
        channel.lock();
        Deque<Peer> released = channel.closed ? null : endLocked(channel, new End(cause, true));
        // Closed first, then emptied: who looks without the lock must not find it open and empty.
        Buffer dropped = channel.buffer.count() > 0 ? channel.dropAllLocked() : null;
        channel.unlock();
        readyAll(released);
        if (dropped != null) {
            channel.undelivered(dropped);
        }
    }

    /** From now on it is closed, and nobody waits. Under the lock; gives who is to be readied. */
    private static @Nullable Deque<Peer> endLocked(Hchan<?> channel, @Nullable End how) {
        channel.end = how;
        channel.closed = true;
        channel.endedLocked();
        Deque<Peer> released = null;
        Waiter waiter;
        while ((waiter = channel.takeReceiver()) != null) {
            released = push(released, waiter);
        }
        while ((waiter = channel.takeSender()) != null) {
            released = push(released, waiter);
        }
        return released;
    }

    private static Deque<Peer> push(@Nullable Deque<Peer> onto, Waiter waiter) {
        Deque<Peer> stack = onto == null ? new ArrayDeque<>() : onto;
        stack.push(waiter.finish(false));
        return stack;
    }

    /** Last collected, first readied, as in Go. Nobody is readied under the lock. */
    private static void readyAll(@Nullable Deque<Peer> released) {
        while (released != null && !released.isEmpty()) {
            released.pop().ready();
        }
    }
}
