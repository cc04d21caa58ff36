package dev.runnel.runtime.park;

import dev.runnel.runtime.lock.FirstUse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What can wait: a goroutine, or a thread that is not one.
 *
 * <p><b>The claim.</b> Each wait has a ticket, an even number used once. Whoever wants to end the wait - the peer at a
 * channel, another clause of the same select, a timer, an interrupt, the closing runtime - must turn the ticket odd by
 * compare-and-set. Exactly one can; only it may complete a communication on the strand's behalf, and it must then call
 * {@link #ready()}, with no lock held. Because a ticket is never used again, a record or timer left over from a former
 * wait cannot win a later one.
 *
 * <p><b>How an operation waits</b>, as pseudo-code:
 *
 * <pre>
 * lock the channels
 * fast path possible: do it, unlock, ready the peer, return
 * if not strand.tryEnter(): unlock, strand.enter(), strand.leave(), start again
 *                                   // a goroutine needs its P to schedule another
 * ticket = strand.openWait()
 * enqueue waiters carrying the ticket
 * strand.waiting(reason, what)      // from here on it may be claimed
 * unlock the channels
 * cause = strand.park(deadline, interruptible)    // leaves, too: the P is in user hands again
 * </pre>
 */
public abstract class Strand implements Peer {

    /** The deadline of a wait that has none. */
    public static final long NO_DEADLINE = Long.MAX_VALUE;

    private static final VarHandle TICKET;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TICKET = lookup.findVarHandle(Strand.class, "ticket", long.class);
            FirstUse.isNow(
                    lookup,
                    Released.class,
                    WakeCause.class,
                    WaitReason.class,
                    Waiter.class,
                    WaitQueue.class); // what it needs to wait, and to wake several
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(2, i -> {
            switch (i) {
                case 0 -> TICKET.compareAndSet((Strand) null, 0L, 0L);
                default -> TICKET.setRelease((Strand) null, 0L);
            }
        });
    }

    private volatile long ticket;

    /**
     * What ended the wait: a {@link Waiter}, or a {@link WakeCause}; null while it lasts, and when the runtime closes.
     */
    private @Nullable Object ended;

    private @Nullable Waiter spare;

    /** One that has never waited. */
    protected Strand() {
        TICKET.set(this, 1L); // plain: whoever gets to know the strand does so by some release
    }

    /** Opens a wait; the number is its ticket. Called by the strand itself. */
    public final long openWait() {
        long fresh = ticket + 1;
        ended = null;
        TICKET.setRelease(this, fresh);
        return fresh;
    }

    /** The ticket of the wait that was opened last; another thread that reads it can only try to {@link #claim} it. */
    public final long openTicket() {
        return ticket & ~1L;
    }

    /** Whether a wait is open. */
    public final boolean hasOpenWait() {
        return (ticket & 1) == 0;
    }

    /** Whether the wait with this ticket is open. */
    final boolean isOpen(long expected) {
        return ticket == expected;
    }

    /** Ends the wait with this ticket, for the one caller that gets {@code true}. */
    public final boolean claim(long expected) {
        return ticket == expected && TICKET.compareAndSet(this, expected, expected + 1);
    }

    /**
     * Ends the wait that is open, whichever it is.
     *
     * @return whether there was one and this caller ended it
     */
    public final boolean claimOpenWait() {
        long now = ticket;
        return (now & 1) == 0 && TICKET.compareAndSet(this, now, now + 1);
    }

    /** Says what ended the wait. Called by the one that claimed it, before {@link #ready()}. */
    public final void wakeWith(WakeCause why) {
        ended = why;
    }

    /** Says that a waiter record ended the wait. Called by the one that claimed it, before {@link #ready()}. */
    public final void wakeWith(Waiter waiter) {
        ended = waiter;
    }

    /** The record that ended the last wait, if one did. */
    public final @Nullable Waiter firedWaiter() {
        return ended instanceof Waiter waiter ? waiter : null;
    }

    /** What ended the last wait; null for the closing of the runtime. */
    protected final @Nullable WakeCause cause() {
        return ended instanceof Waiter ? WakeCause.WAITER : (WakeCause) ended;
    }

    /** Whether {@link #newWaiter} makes nothing. Called by the strand itself. */
    public final boolean hasRecord() {
        return spare != null;
    }

    /**
     * Makes the record that {@link #newWaiter} gives, unless there is one: for a caller that asks for it where nothing
     * may fail.
     */
    public final void makeRecord() {
        if (spare == null) {
            spare = new Waiter(this);
        }
    }

    /** A record for a wait on one channel; given back by {@link #recycle}, so that such a wait allocates nothing. */
    public final Waiter newWaiter() {
        Waiter waiter = spare;
        if (waiter == null) {
            return new Waiter(this);
        }
        spare = null;
        return waiter;
    }

    /** Takes a record back that is in no queue. */
    public final void recycle(Waiter waiter) {
        waiter.clear();
        spare = waiter;
    }

    /** Gets hold of what is needed to wait, if that is possible without a wait. */
    public abstract boolean tryEnter();

    /** As {@link #tryEnter()}, but waits for it. No lock may be held. */
    public abstract void enter();

    /** Gives up what {@link #enter()} got, without having waited. No lock may be held. */
    public abstract void leave();

    /**
     * Marks the strand as waiting: once the locks are given back, it may be claimed and readied. Under the channel
     * locks.
     */
    public abstract void waiting(WaitReason reason, @Nullable Object on);

    /**
     * It goes on waiting, for something other than it has said. Called by another thread, under the lock that whoever
     * wakes the strand has to hold. For reports.
     */
    public void waitsFor(WaitReason reason) {}

    /**
     * As {@link #waiting}, for a wait that its peer, if that runs now, may end within microseconds: the strand may stay
     * where it is for a moment. Not for a wait that brings more to do at once the longer it lasts, as at a large
     * buffer.
     */
    public void waitingBriefly(WaitReason reason, @Nullable Object on) {
        waiting(reason, on);
    }

    /**
     * As {@link #waitingBriefly}, for a strand that has asked already whether it {@linkplain #mayLinger may linger}.
     */
    public void stillWaiting(WaitReason reason, @Nullable Object on) {
        waiting(reason, on);
    }

    /**
     * Whether it may linger now, instead of opening a wait that may be over at once. Called by the strand itself; if it
     * may, {@link #linger} is to follow.
     */
    public boolean mayLinger() {
        return false;
    }

    /** Lingers for a moment, without a wait; returns whether the record was completed. No lock may be held. */
    public boolean linger(Waiter record) {
        return !record.lingers();
    }

    /** It is about to wait where that many values have gone over without a wait since somebody last waited. A hint. */
    public void passed(int values) {}

    /**
     * It has lingered for as long as it may, in vain, and then taken the lock and seen whether its peer had come after
     * all.
     */
    public void lingered(boolean worthIt) {}

    /** What a peer that met it lingering is to ready: not the strand, which runs. */
    public Peer met() {
        return () -> {};
    }

    /**
     * Waits until the wait is claimed and the strand readied; returns at once if it is already. No lock may be held.
     *
     * @param deadline when to give up, on the clock of {@link #nanoTime()}, or {@link #NO_DEADLINE}
     * @param interruptible whether an interrupt ends the wait
     */
    public abstract WakeCause park(long deadline, boolean interruptible);

    /** Makes the strand run again. Called once per wait, by the one that claimed it, with no lock held. */
    @Override
    public abstract void ready();

    /**
     * Whether it may look again some times, instead of waiting at once: the one that has what it wants may be running
     * on another processor, and this one has nothing else to do. A hint; called by the strand itself.
     */
    public abstract boolean maySpin();

    /** A number from 0 to bound - 1, each equally likely. */
    public abstract int below(int bound);

    /** The clock that deadlines are on. */
    public abstract long nanoTime();
}
