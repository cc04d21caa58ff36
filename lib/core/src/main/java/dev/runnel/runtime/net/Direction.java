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
import dev.runnel.runtime.scheduler.NetPoller;
import dev.runnel.runtime.scheduler.Scheduler;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a socket: who waits for it to be readable, or writable, until when, and whether the selector is to tell.
 * One strand waits at a time; the users of the socket see to that.
 */
public final class Direction extends SpinLock {

    private final PollDescriptor owner;

    /** What a selector calls it. Changed while nobody waits and it is not armed. */
    private int operation;

    /** Mostly so for longer than it takes to use it: told of once, it is disarmed at once. */
    private boolean eager;

    private final WaitQueue waiters = new WaitQueue();

    /** The selector tells of this direction, or is about to be asked to. Under the lock. */
    private boolean armed;

    private volatile boolean closed; // written under the lock
    private volatile long deadline = Strand.NO_DEADLINE; // likewise

    /** In the list of those to be armed. */
    @Nullable Direction nextToArm;

    Direction(PollDescriptor owner, int operation) {
        this.owner = owner;
        is(operation);
    }

    private void is(int op) {
        operation = op;
        eager = op != SelectionKey.OP_READ && op != SelectionKey.OP_ACCEPT;
    }

    /** Is about something else from now on: what was connected is written to. Nobody waits. */
    public void become(int op) {
        lock();
        is(op);
        unlock();
    }

    // ---------------------------------------------------------------- waiting

    /** Whether an operation may be tried: not on what is closed, nor after the deadline. */
    public Outcome check() {
        if (closed) {
            return Outcome.CLOSED;
        }
        long until = deadline;
        return until != Strand.NO_DEADLINE && Current.now() - until >= 0 ? Outcome.TIMEOUT : Outcome.READY;
    }

    /**
     * Waits until an operation that would have had to wait just now is worth another try. Go's {@code runtime_pollWait}.
     *
     * @param interruptible whether an interrupt ends the wait
     * @param hook of the cancellation that may end the wait, if there is one
     * @throws IOException if the system refuses a selector
     */
    public Outcome await(boolean interruptible, @Nullable CancelHook hook) throws IOException {
        NetPoller.refuseDeterministicRun();
        Strand self = Scheduler.strand();
        Poller poller = Poller.get();
        poller.beginWait(); // first, as it may fail
        try {
            for (; ; ) {
                self.makeRecord(); // here: what fails under the lock would keep it
                lock();
                Outcome now = check();
                if (now != Outcome.READY) {
                    unlock();
                    return now;
                }
                if (!self.tryEnter()) {
                    unlock();
                    self.enter();
                    self.leave();
                    continue;
                }
                Outcome after = park(self, poller, interruptible, hook);
                if (after != null) {
                    return after;
                }
            }
        } finally {
            poller.endWait();
        }
    }

    /** Under the lock, and entered; gives both up. Gives null if the caller is to look again. */
    private @Nullable Outcome park(Strand self, Poller poller, boolean interruptible, @Nullable CancelHook hook) {
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), null);
        waiters.enqueue(waiter);
        boolean news = !armed;
        armed = true;
        owner.arming();
        long until = deadline;
        self.waiting(WaitReason.IO_WAIT, owner);
        unlock();
        WakeCause why = null;
        try {
            if (news) {
                poller.arm(this);
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
            Checkpoint.passAfterWait();
        }
        return switch (why) {
            case WAITER -> ready ? Outcome.READY : null;
            case CANCEL -> Outcome.CANCELLED;
            case INTERRUPT -> Outcome.INTERRUPTED;
            case TIMEOUT, EVENT -> null; // the deadline may have been moved since
        };
    }

    /** Has who waits look again. */
    private void disturb() {
        lock();
        Strand disturbed = takeLocked(false);
        unlock();
        if (disturbed != null) {
            disturbed.ready();
        }
    }

    private @Nullable Strand takeLocked(boolean ready) {
        Waiter waiter = waiters.dequeue();
        return waiter == null ? null : waiter.complete(ready);
    }

    /** Sets when waits are to end, on the clock of the caller; {@link Strand#NO_DEADLINE} is never. */
    public void setDeadline(long until) {
        StackRoom.require();
        deadline = until;
        disturb(); // who begins to wait after this has read it under the lock
    }

    /** Ends all waits, for good; gives whether that is news. */
    boolean close() {
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

    boolean isClosed() {
        return closed;
    }

    /** Has who waits try once more, as the socket was changed. */
    public void retry() {
        lock();
        Strand taken = takeLocked(true);
        unlock();
        if (taken != null) {
            taken.ready();
        }
    }

    // ---------------------------------------------------------------- by who polls

    /** Asks the selector to tell of it. */
    void askFor(Selector selector) {
        lock();
        boolean wanted = armed;
        int op = operation;
        unlock();
        if (!wanted) {
            return;
        }
        try {
            SelectionKey key = owner.channel().keyFor(selector);
            if (key == null) {
                owner.channel().register(selector, op, owner);
            } else {
                // the key may have it from a time when there was no memory to tell the selector
                key.interestOpsAnd(~op);
                key.interestOpsOr(op);
            }
        } catch (ClosedChannelException | CancelledKeyException e) {
            retry(); // finds that out for itself
        }
    }

    /** The selector tells of what is ready. */
    void tellIfReady(SelectionKey key, int ready, Due due) {
        due.makeRoom();
        lock();
        int op = operation;
        if ((ready & op) == 0) {
            unlock();
            return;
        }
        Strand taken = takeLocked(true);
        boolean disarm = taken == null || eager;
        if (disarm) {
            armed = false;
        }
        unlock();
        if (taken != null) {
            due.add(taken);
        }
        if (disarm) {
            key.interestOpsAnd(~op); // who arms it again is served after this, by the same party
        }
    }
}
