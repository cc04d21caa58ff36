package dev.runnel.runtime.carrier;

import dev.runnel.runtime.lock.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a platform thread does that mounts the riders brought to it, one after the other, the first that came first: normally there
 * is one at most, the M that holds the P of this carrier. It is its own lock, which guards the list of arrivals and
 * whether the thread sleeps.
 */
public final class Carrier extends SpinLock implements Runnable {

    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(Carrier.class, "first", Rider.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;

    /** Who serves it; null before that has begun. */
    private volatile @Nullable Thread thread;

    // Under the lock; first is read without it as a hint, through FIRST.
    private @Nullable Rider first;
    private @Nullable Rider last;
    private boolean asleep;
    private boolean stopped;
    private @Nullable Carrier successor;

    Carrier(String name) {
        this.name = name;
    }

    /** Brings a rider whose pending request the caller has taken. Any thread; never parks. */
    public void bring(Rider rider) {
        boolean wake = false;
        lock();
        Carrier follower = successor;
        if (follower == null) {
            append(rider);
            wake = asleep;
            asleep = false;
        }
        unlock();
        if (follower != null) {
            follower.bring(rider);
        } else if (wake) {
            LockSupport.unpark(thread);
        }
    }

    private void append(Rider rider) {
        Rider before = last;
        if (before == null) {
            FIRST.setOpaque(this, rider);
        } else {
            before.nextAtCarrier = rider;
        }
        last = rider;
    }

    private @Nullable Rider take() {
        Rider rider = first;
        if (rider != null) {
            Rider next = rider.nextAtCarrier;
            FIRST.setOpaque(this, next);
            rider.nextAtCarrier = null;
            if (next == null) {
                last = null;
            }
        }
        return rider;
    }

    /** Whether a rider waits to be mounted. */
    public boolean hasArrivals() {
        return FIRST.getOpaque(this) != null;
    }

    /**
     * This thread is stuck with its rider: from now on another carrier takes all that is brought here, and this one ends
     * when its rider leaves.
     */
    public void retireFor(Carrier other) {
        lock();
        successor = other;
        unlock();
        for (Rider rider = takeLocking(); rider != null; rider = takeLocking()) {
            other.bring(rider);
        }
        stop();
    }

    private @Nullable Rider takeLocking() {
        lock();
        Rider rider = take();
        unlock();
        return rider;
    }

    /** Ends the thread once no rider waits. */
    public void stop() {
        lock();
        stopped = true;
        unlock();
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        Thread me = Thread.currentThread();
        me.setName(name);
        thread = me;
        for (; ; ) {
            lock();
            Rider rider = take();
            boolean over = rider == null && stopped;
            asleep = rider == null;
            unlock();
            if (rider != null) {
                rider.ride(this);
            } else if (over) {
                return;
            } else {
                LockSupport.park(this);
            }
        }
    }
}
