package dev.runnel.sync;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.lock.Backoff;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Interrupts;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the objects of this package have in common: a number, and a place to wait that is made when somebody first
 * waits.
 */
abstract class Primitive {

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final VarHandle WAITERS;
    private static final VarHandle NUMBER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WAITERS = lookup.findVarHandle(Primitive.class, "waiters", Waiters.class);
            NUMBER = lookup.findVarHandle(Primitive.class, "number", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Waiters waiters;
    private volatile int number;

    /** Where one waits for this object. */
    final Waiters waiters() {
        Waiters made = waiters;
        if (made != null) {
            return made;
        }
        Waiters fresh = new Waiters(this);
        Waiters first = (Waiters) WAITERS.compareAndExchange(this, null, fresh);
        return first == null ? fresh : first;
    }

    /**
     * Whoever waits for this object is seen to wait for another, of which it is a part. To be said before anybody
     * waits.
     */
    final void isPartOf(Primitive whole) {
        if (waiters == null) {
            WAITERS.compareAndSet(this, null, new Waiters(whole));
        }
    }

    /** The object may be had by those who do not stand in the line: tells the selects that want it. No lock is held. */
    final void tell() {
        Waiters made = waiters;
        if (made != null) {
            made.tell();
        }
    }

    /** A wait that a cancellation may end, besides an interrupt. */
    interface CancellableWait {

        /** Returns what has ended it. */
        WakeCause with(CancelHook hook);
    }

    /**
     * Waits with a cancellation that has not come yet.
     *
     * @throws CancelledException if it has ended the wait
     * @throws InterruptedException if an interrupt has
     */
    final void unlessCancelled(Cancellation cancellation, CancellableWait wait)
            throws CancelledException, InterruptedException {
        WakeCause why;
        try (CancelHook hook = new CancelHook(cancellation, waiters())) {
            why = wait.with(hook);
        }
        if (why == WakeCause.CANCEL) {
            throw CancelHook.exception(cancellation);
        }
        Interrupts.check(why);
    }

    /**
     * Pauses, to look again before waiting, where another P runs and this one has nothing else to do; Go's rule for its
     * mutex.
     *
     * @param self the strand that found the lock taken
     * @param looks how often it has looked again already
     * @param most how often it may
     * @param pauses how long it pauses: 60 are about a microsecond
     * @return false if it is to wait
     */
    static boolean looksAgain(Strand self, int looks, int most, int pauses) {
        if (looks >= most || !self.maySpin()) {
            return false;
        }
        Backoff.pause(pauses);
        return true;
    }

    /** Whether a wait for this object can be ended from within the bubble only. */
    boolean isOf(@Nullable Home bubble) {
        return false;
    }

    /** The kind and the number, which is given when it is first asked for. */
    final String label() {
        if (number == 0) {
            NUMBER.compareAndSet(this, 0, (int) NUMBERS.incrementAndGet());
        }
        return getClass().getSimpleName() + "#" + number;
    }
}
