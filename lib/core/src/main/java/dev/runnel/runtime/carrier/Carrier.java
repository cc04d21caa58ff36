package dev.runnel.runtime.carrier;

import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.lock.SpinLock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a platform thread does to carry riders: it mounts those brought to it, one after the other, in the order in
 * which they came. Normally there is one at most, the M that holds the P of this carrier. This object is its own lock,
 * which guards the list of arrivals and whether the thread sleeps.
 *
 * <p>A rider that passes its P to another, and then leaves, just names the other: the carrier takes that one's request
 * and mounts it, and neither has to be brought here under the lock. Nothing but the request says whose the named rider
 * is. So if the thread does not come back to look, because the first rider cannot leave it, anybody else may take the
 * request and bring the named rider elsewhere.
 */
public final class Carrier extends SpinLock implements Runnable {

    private static final VarHandle FIRST;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FIRST = lookup.findVarHandle(Carrier.class, "first", Rider.class);
            NEXT = lookup.findVarHandle(Carrier.class, "next", Rider.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(5, i -> {
            switch (i) {
                case 0 -> FIRST.setOpaque((Carrier) null, (Rider) null);
                case 1 -> NEXT.setRelease((Carrier) null, (Rider) null);
                case 2 -> {
                    Object unused = FIRST.getOpaque((Carrier) null);
                }
                case 3 -> {
                    Object unused = NEXT.getAcquire((Carrier) null);
                }
                default -> {
                    Rider unused = (Rider) NEXT.getAcquire((Carrier) null);
                }
            }
        });
    }

    private final String name;

    /** The thread that serves it; null before that has begun. */
    private volatile @Nullable Thread thread;

    // Arrivals, and sleep. Under the lock; first is read without it as a hint, through FIRST.
    private @Nullable Rider first;
    private @Nullable Rider last;
    private boolean asleep;
    private boolean stopped;
    private @Nullable Supplier<Carrier> successor;

    /**
     * The rider to be mounted next, unless another has arrived before. Used by this thread; read by others if it is
     * stuck.
     */
    private @Nullable Rider next;

    Carrier(String name) {
        this.name = name;
    }

    /** Brings a rider whose pending request the caller has taken. Any thread; never parks. */
    public void bring(Rider rider) {
        boolean wake = false;
        lock();
        Supplier<Carrier> follower = successor;
        if (follower == null) {
            append(rider);
            wake = asleep;
            asleep = false;
        }
        unlock();
        if (follower != null) {
            follower.get().bring(rider);
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
        return FIRST.getOpaque(this) != null || NEXT.getAcquire(this) != null;
    }

    /**
     * Called by the rider that is mounted here and is about to leave: the given one, which is to go on here, is the
     * next.
     */
    public void leaveTo(Rider rider) {
        NEXT.setRelease(this, rider);
    }

    /** Whether the caller is this thread. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /**
     * This thread is stuck with its rider: from now on another carrier takes all that is brought here, and this one
     * ends when its rider leaves.
     *
     * @param other gives the carrier that is the other one at the time of the call, and never this one again; a
     *     reference to the next carrier alone would keep the whole chain of those that come after
     */
    public void retireFor(Supplier<Carrier> other) {
        lock();
        successor = other;
        unlock();
        for (Rider rider = takeLocking(); rider != null; rider = takeLocking()) {
            other.get().bring(rider);
        }
        Rider following = (Rider) NEXT.getAcquire(this);
        if (following != null) {
            following.wakeAgain();
        }
        stop();
    }

    private @Nullable Rider takeLocking() {
        lock();
        Rider rider = take();
        unlock();
        return rider;
    }

    /** Ends a nap of the thread, if it is in one; else it only looks around once more. Any thread; never parks. */
    public void wakeUp() {
        LockSupport.unpark(thread);
    }

    /** Ends the thread once no rider waits. Perhaps during a change of the number of Ps. */
    public void stop() {
        lockAnother();
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
                for (Rider riding = rider; riding != null; riding = nextAfter(riding)) {
                    riding.ride(this);
                }
            } else if (over) {
                return;
            } else {
                Thread.interrupted(); // an interrupt means nothing here, but while it is set no wait lasts
                LockSupport.park(this);
            }
        }
    }

    /**
     * A rider has left: gives the next one, to which it left this carrier, with its request taken, if the next one
     * still waits and nobody has come before. Sees to it that both riders get on: either may have been granted a P, or
     * have left its request, without a fence.
     */
    @Nullable Rider nextAfter(Rider left) {
        Rider following = next;
        boolean taken = false;
        if (following != null) {
            NEXT.setRelease(this, (Rider) null);
            taken = FIRST.getOpaque(this) == null && following.takeAt(this);
        }
        if (!taken) {
            VarHandle.fullFence(); // as taking it would have been
        }
        left.answer();
        if (following != null && !taken) {
            following.wakeAgain();
        }
        return taken ? following : null;
    }
}
