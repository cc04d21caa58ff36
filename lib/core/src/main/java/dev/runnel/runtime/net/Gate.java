package dev.runnel.runtime.net;

import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Scheduler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: those who wait until an operation that could not be done just now is worth another
 * try, and for how long they do. If it has deadlines, or is ever closed, one strand waits at a time; the users of the
 * connection see to that.
 */
public abstract class Gate extends SpinLock {

    private final Home.Homed owner;
    private final WaitReason reason;
    private final WaitQueue waiters = new WaitQueue();
    private volatile boolean closed; // written under the lock
    private volatile long deadline = Strand.NO_DEADLINE; // a waiter has read it under the lock, and is disturbed

    /**
     * A gate that is open.
     *
     * @param owner what one waits for, for those who look at waits from outside
     * @param reason why
     */
    Gate(Home.Homed owner, WaitReason reason) {
        this.owner = owner;
        this.reason = reason;
    }

    /** What one waits for here, for those who look at waits from outside. */
    public final Home.Homed owner() {
        return owner;
    }

    // ---------------------------------------------------------------- waiting

    /** Whether an operation may be tried: not on what is closed, nor after the deadline. */
    public final Outcome check() {
        if (closed) {
            return Outcome.CLOSED;
        }
        long until = deadline;
        return until != Strand.NO_DEADLINE && Current.now() - until >= 0 ? Outcome.TIMEOUT : Outcome.READY;
    }

    /**
     * Waits until an operation that would have had to wait just now is worth another try. Go's
     * {@code runtime_pollWait}.
     *
     * @param interruptible whether an interrupt ends the wait
     * @param hook of the cancellation that may end the wait, if there is one
     * @throws IOException if the system refuses what is needed for that
     */
    public abstract Outcome await(boolean interruptible, @Nullable CancelHook hook) throws IOException;

    /** As {@link #await}, once the caller has done what else must be done before. */
    final Outcome awaitNews(boolean interruptible, @Nullable CancelHook hook) {
        Strand self = Scheduler.strand();
        boolean hasWaited = false;
        for (; ; ) {
            self.makeRecord(); // here: a failure under the lock would keep it held
            lock();
            Outcome now = check();
            // before a wait, news may have come before the close, or the deadline; a waiter would have been told
            boolean news = (!hasWaited || now == Outcome.READY) && takeNewsLocked();
            if (news || now != Outcome.READY) {
                unlock();
                return news ? Outcome.READY : now;
            }
            if (!self.tryEnter()) {
                unlock();
                self.enter();
                self.leave();
                continue;
            }
            Outcome after = park(self, interruptible, hook);
            if (after != null) {
                return after;
            }
            hasWaited = true;
        }
    }

    /** Called under the lock, and entered; gives both up. Returns null if the caller is to look again. */
    private @Nullable Outcome park(Strand self, boolean interruptible, @Nullable CancelHook hook) {
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), null);
        waiters.enqueue(waiter);
        boolean asks = beginLocked();
        long until = deadline;
        Object more = hook == null ? null : hook.on();
        self.waiting(reason, more == null ? owner : more);
        unlock();
        WakeCause why = null;
        try {
            if (asks) {
                ask();
            }
            CancelHook.mayEnd(hook, self.openTicket());
            why = self.park(until, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                lock();
                waiters.remove(waiter);
                unlock();
            }
        }
        boolean ready = waiter.success;
        self.recycle(waiter);
        if (why == WakeCause.WAITER) {
            Checkpoint.passAtAnEnd();
        }
        return switch (why) {
            case WAITER -> ready ? Outcome.READY : null;
            case CANCEL -> Outcome.CANCELLED;
            case INTERRUPT -> Outcome.INTERRUPTED;
            case TIMEOUT, EVENT -> null; // the deadline may have been moved since
        };
    }

    /**
     * Whether something has happened since the last try, so that there is no need to wait; whoever is told so tries.
     * Under the lock.
     */
    abstract boolean takeNewsLocked();

    /** Somebody waits from now on. Under the lock. Returns whether {@link #ask} is to follow. */
    abstract boolean beginLocked();

    /** Asks to be told when the wait is over, after the lock was given back. */
    abstract void ask();

    /** Has the waiter look again. */
    private void disturb() {
        lock();
        Strand disturbed = takeLocked(false);
        unlock();
        if (disturbed != null) {
            disturbed.ready();
        }
    }

    /** The first that waits, to be readied; null if nobody does. Under the lock. */
    final @Nullable Strand takeLocked(boolean ready) {
        Waiter waiter = waiters.dequeue();
        return waiter == null ? null : waiter.complete(ready);
    }

    /** Sets when waits are to end, on the clock of the caller; {@link Strand#NO_DEADLINE} is never. */
    public final void setDeadline(long until) {
        StackRoom.require();
        deadline = until;
        disturb(); // whoever begins to wait after this has read it under the lock
    }

    /** Ends all waits, for good; returns whether that is news. */
    final boolean close() {
        lock();
        boolean news = !closed;
        closed = true;
        Strand disturbed = takeLocked(false);
        unlock();
        if (disturbed != null) {
            disturbed.ready();
        }
        return news;
    }

    final boolean isClosed() {
        return closed;
    }

    /** Has the waiter try once more. */
    public final void retry() {
        lock();
        Strand taken = takeLocked(true);
        if (taken == null) {
            nobodyWaitsLocked();
        }
        unlock();
        if (taken != null) {
            taken.ready();
        }
    }

    /** Nobody was there to be told of news. Under the lock. */
    abstract void nobodyWaitsLocked();
}
