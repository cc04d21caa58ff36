package dev.runnel.runtime.net;

import dev.runnel.runtime.park.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The sockets that were closed and are about to leave. Anybody adds one; the poller's thread takes them, closes them,
 * and tells those who wait.
 */
final class Departures {

    /**
     * This many may be about to leave before a strand that closes another waits for it: each still has its descriptor.
     */
    private static final int MOST = 16;

    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(Departures.class, "first", Departure.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Departure first;

    private final AtomicLong begun = new AtomicLong();

    /** How many of those that have begun have left. Written by the thread. */
    private volatile long ended;

    /** Adds one, which is new. Returns whether there are so many that its descriptor should be waited for. */
    boolean add(Departure departure) {
        boolean crowded = begun.incrementAndGet() - ended > MOST;
        push(departure);
        return crowded;
    }

    private void push(Departure departure) {
        Departure before;
        do {
            before = first;
            departure.nextToLeave = before;
        } while (!FIRST.compareAndSet(this, before, departure));
    }

    /** Whether there are any that nobody has taken. */
    boolean any() {
        return first != null;
    }

    /** How many have begun, ever. */
    long begun() {
        return begun.get();
    }

    /** Whether that many have left. They leave nearly in the order in which they have begun. */
    boolean haveEnded(long many) {
        return ended - many >= 0;
    }

    /**
     * Takes all, and closes their channels. If that fails, none is taken: closing one twice does no harm.
     *
     * @return the first, which leads to the others
     */
    @Nullable Departure closeAll() {
        Departure all = (Departure) FIRST.getAndSet(this, null);
        boolean closed = false;
        try {
            for (Departure each = all; each != null; each = each.nextToLeave) {
                each.close();
            }
            closed = true;
        } finally {
            if (!closed) {
                addAgain(all);
            }
        }
        return all;
    }

    /** There was no memory to close them all, or for the selector to let go of them: that is done the next time. */
    void addAgain(@Nullable Departure all) {
        for (Departure next, each = all; each != null; each = next) {
            next = each.nextToLeave;
            push(each);
        }
    }

    /** They have left: tells those who wait for them. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by the thread alone
    void end(@Nullable Departure all) {
        for (Departure next, each = all; each != null; each = next) {
            next = each.nextToLeave;
            each.nextToLeave = null;
            Waiter.readyAll(each.end());
            ended++;
        }
    }
}
