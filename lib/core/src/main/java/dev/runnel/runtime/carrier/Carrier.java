package dev.runnel.runtime.carrier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that mounts the riders brought to it, one after the other, in the order of their coming: normally there
 * is one at most, the M that holds the P of this carrier.
 *
 * <p>Riders are brought by pushing onto a stack; the carrier takes all of it at once. Before it sleeps it says so and
 * looks once more; who brings a rider pushes first and then looks whether the carrier sleeps. All four are volatile, so
 * one of the two sees the other.
 */
public final class Carrier implements Runnable {

    private static final VarHandle ARRIVED;

    static {
        try {
            ARRIVED = MethodHandles.lookup().findVarHandle(Carrier.class, "arrived", Rider.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread;
    private volatile @Nullable Rider arrived;
    private volatile boolean asleep;
    private volatile boolean stopped;
    private volatile @Nullable Carrier successor;

    Carrier(String name) {
        thread = Thread.ofPlatform()
                .name(name)
                .daemon()
                .inheritInheritableThreadLocals(false)
                .unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** The platform thread. */
    public Thread thread() {
        return thread;
    }

    /** Brings a rider whose pending request the caller has taken. Any thread; never blocks. */
    public void bring(Rider rider) {
        Rider top;
        do {
            top = arrived;
            rider.nextAtCarrier = top;
        } while (!ARRIVED.compareAndSet(this, top, rider));
        Carrier follower = successor;
        if (follower != null) {
            follower.putBack(takeArrivals());
        } else if (asleep) {
            asleep = false;
            LockSupport.unpark(thread);
        }
    }

    /** Leaves the others where they can be moved away, should the first one hold on to this thread. */
    private void putBack(@Nullable Rider rider) {
        while (rider != null) {
            Rider next = rider.nextAtCarrier;
            rider.nextAtCarrier = null;
            bring(rider);
            rider = next;
        }
    }

    /**
     * Takes who has come first out of those taken, and puts the others back. Whoever yields to the holder of a spin lock
     * is brought again at once: were it the first to be mounted, the holder, if it waits here, would never run.
     */
    private Rider oldestOf(Rider newest) {
        Rider oldest = newest;
        Rider younger = null;
        for (Rider next = newest.nextAtCarrier; next != null; next = oldest.nextAtCarrier) {
            oldest.nextAtCarrier = younger;
            younger = oldest;
            oldest = next;
        }
        oldest.nextAtCarrier = null;
        putBack(younger);
        return oldest;
    }

    /** Whether a rider waits to be mounted. */
    public boolean hasArrivals() {
        return arrived != null;
    }

    private @Nullable Rider takeArrivals() {
        return (Rider) ARRIVED.getAndSet(this, null);
    }

    /**
     * This thread is stuck with its rider: from now on another carrier takes all that is brought here, and this one ends
     * when its rider leaves.
     */
    public void retireFor(Carrier other) {
        successor = other;
        other.putBack(takeArrivals());
        stop();
    }

    /** Ends the thread once no rider waits. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        for (; ; ) {
            Rider rider = arrived == null ? null : takeArrivals();
            if (rider == null) {
                if (stopped) {
                    return;
                }
                asleep = true;
                if (arrived == null && !stopped) {
                    LockSupport.park(this);
                }
                asleep = false;
                continue;
            }
            oldestOf(rider).ride(this);
        }
    }
}
