package dev.runnel.runtime.channel;

import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A lock, and beside it a place for one strand that lingers for its peer instead of waiting: each of the two has a
 * processor, and nobody is switched.
 *
 * <p><b>Why not in the queue.</b> A strand that lingered there would have a wait open, which its peer claims, and for
 * each value six cache lines would go from one processor to the other: the lock, the head of the queue, the record, the
 * ticket and the status of the goroutine. Here there are two: this object's, and that of the record.
 *
 * <p><b>The protocol.</b> A goroutine that finds no peer, and nobody of its own side before it, puts its record here
 * and gives the lock back. It goes on running: no wait is open, nobody can claim it, and nobody has to ready it.
 * Whoever takes the record out, under the lock, completes it by one store, and that is all. After a while the goroutine
 * takes the lock again. Either its record is gone, and complete; or the record is still here, and now the goroutine
 * queues up like any other, before those who came after it. (Unless it has lost its P meanwhile: then it gets one
 * first, and comes later.)
 *
 * <p><b>Order.</b> The strand that lingers here came before all that are in the queue of its side, and is taken first.
 * Nobody comes here while that queue is not empty.
 *
 * <p><b>Without the lock</b> one looks here first, and then at the queue: a strand that moves from here to the queue is
 * in the queue before it leaves this place. So one that is ready all the time is not overlooked.
 */
abstract class MeetingPlace extends SpinLock {

    /** What came of trying to linger. */
    enum Lingered {
        /** Not tried, as the wait is not brief. */
        LONG,
        /** Not tried, as somebody is here already, or in the queue of its side. */
        NOT_TRIED,
        /** The strand is not to linger now, or has just done so. */
        REFUSED,
        /** In vain: the record is still here. */
        IN_VAIN,
        /** The record is complete, and the lock was given back. */
        MET
    }

    private static final VarHandle LINGERER;

    static {
        try {
            LINGERER = MethodHandles.lookup().findVarHandle(MeetingPlace.class, "lingerer", Waiter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(2, i -> {
            switch (i) {
                case 0 -> LINGERER.setRelease((MeetingPlace) null, (Waiter) null);
                default -> {
                    Object unused = LINGERER.getAcquire((MeetingPlace) null);
                }
            }
        });
    }

    private @Nullable Waiter lingerer; // written by release stores, read without the lock by acquire loads
    private boolean sends;

    /**
     * Takes out the one that lingers to send, or to receive, if there is one. Under the lock; the caller completes it.
     */
    final @Nullable Waiter takeLingerer(boolean toSend) {
        Waiter found = lingerer;
        if (found == null || sends != toSend) {
            return null;
        }
        leave();
        taken(toSend);
        return found;
    }

    /**
     * Whether one lingers to send, or to receive. Without the lock it may overlook only one that came or went
     * meanwhile.
     */
    final boolean hasLingerer(boolean toSend) {
        return LINGERER.getAcquire(this) != null && sends == toSend;
    }

    /**
     * Lingers, if that may be worth it. Under the lock, which is given back only if the result is {@link Lingered#MET}.
     * After {@link Lingered#IN_VAIN} the caller is to {@link #leave}, once its record is where it is found next.
     *
     * @param value what it sends; null to receive
     */
    final Lingered linger(Waiter waiter, @Nullable Object value) {
        Strand self = waiter.strand();
        boolean toSend = value != null;
        if (lingerer != null || isAwaited(toSend)) {
            return Lingered.NOT_TRIED;
        }
        if (!self.mayLinger()) {
            return Lingered.REFUSED;
        }
        waiter.openToLinger(value);
        sends = toSend;
        LINGERER.setRelease(this, waiter);
        unlock();
        if (self.linger(waiter)) {
            return Lingered.MET;
        }
        lock();
        if (holds(waiter)) {
            self.lingered(false);
            return Lingered.IN_VAIN;
        }
        unlock();
        self.lingered(true);
        return Lingered.MET;
    }

    /** Whether that one lingers here. Under the lock. */
    final boolean holds(Waiter waiter) {
        return lingerer == waiter;
    }

    /** Nobody lingers here any more. Under the lock. */
    final void leave() {
        LINGERER.setRelease(this, (Waiter) null);
    }

    /** Whether somebody is in the queue of those who send, or receive. Under the lock. */
    abstract boolean isAwaited(boolean toSend);

    /** One that lingered here goes on. Under the lock. */
    abstract void taken(boolean toSend);
}
