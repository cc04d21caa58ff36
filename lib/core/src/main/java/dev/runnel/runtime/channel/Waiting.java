package dev.runnel.runtime.channel;

import dev.runnel.runtime.channel.Hchan.Absent;
import dev.runnel.runtime.channel.MeetingPlace.Lingered;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Scheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a send or a receive that is not possible now waits: the second half of Go's {@code chansend} and
 * {@code chanrecv}. It lingers first, if that may be worth it ({@link MeetingPlace}). A strand that may not wait yet
 * gives the lock back for a moment and then looks once more.
 *
 * <p>A goroutine that waits keeps the frames of {@link #toSend} and {@link #toReceive}, so these do nothing but wait
 * (decision 50).
 */
final class Waiting {

    private Waiting() {}

    /**
     * Sends if that is possible now, else lingers for a receiver, and does not wait.
     *
     * @return whether the value was sent
     */
    static <T> boolean sendOrLinger(Hchan<T> channel, T value) {
        if (channel.sendOrLock(value)) {
            return true;
        }
        Waiter waiter = recordLocked(channel);
        if (linger(channel, waiter, value) == Lingered.MET) {
            sent(channel, waiter, WakeCause.WAITER);
            return true;
        }
        giveUp(channel, waiter);
        return false;
    }

    /**
     * Receives if that is possible now, else lingers for a sender or the close, and does not wait:
     * {@link Absent#NOTHING} if none came.
     */
    static Object recvOrLinger(Hchan<?> channel) {
        Object received = channel.recvOrLock();
        if (received != Absent.NOTHING) {
            return received;
        }
        Waiter waiter = recordLocked(channel);
        if (linger(channel, waiter, null) == Lingered.MET) {
            return received(waiter);
        }
        giveUp(channel, waiter);
        return Absent.NOTHING;
    }

    /**
     * Waits until a receiver has taken the value. Under the lock, which is given back.
     *
     * @param hook registered with something that ends the wait, too, in which case the strand does not linger; null for
     *     nothing
     */
    static <T> WakeCause toSend(
            Hchan<T> channel, T value, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Waiter waiter = sendOrQueueUp(channel, value, hook);
        if (waiter == null) {
            return WakeCause.WAITER;
        }
        WakeCause why = null;
        try {
            CancelHook.mayEnd(hook, waiter.strand().openTicket());
            why = waiter.strand().park(deadline, interruptible);
        } finally {
            goesOn(channel, waiter, true, why);
        }
        return sent(channel, waiter, why);
    }

    /**
     * Gives the record with which the strand waits in the queue from now on; null if the value went over. Under the
     * lock, which is given back.
     */
    private static <T> @Nullable Waiter sendOrQueueUp(Hchan<T> channel, T value, @Nullable CancelHook hook) {
        Waiter waiter = recordLocked(channel);
        Strand self = waiter.strand();
        Lingered how = hook == null ? linger(channel, waiter, value) : whenRegistered(channel);
        if (how == Lingered.MET) {
            sent(channel, waiter, WakeCause.WAITER);
            return null;
        }
        while (!self.tryEnter()) {
            how = comeBackLater(channel, self, how);
            if (channel.sendOrLock(value)) {
                self.recycle(waiter);
                return null;
            }
        }
        waiter.open(self.openWait(), value);
        queueUp(channel, channel.senders, waiter, how);
        channel.senderCame();
        waits(self, WaitReason.CHAN_SEND, hook == null ? channel : hook, how);
        channel.unlock();
        return waiter;
    }

    /**
     * Waits for a value or the close. Under the lock, which is given back.
     *
     * @param hook registered with something that ends the wait, too, in which case the strand does not linger; null for
     *     nothing
     * @return the value, or what there is instead
     */
    static Object toReceive(Hchan<?> channel, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Object record = receiveOrQueueUp(channel, hook);
        if (!(record instanceof Waiter waiter)) {
            return record;
        }
        WakeCause why = null;
        try {
            CancelHook.mayEnd(hook, waiter.strand().openTicket());
            why = waiter.strand().park(deadline, interruptible);
        } finally {
            goesOn(channel, waiter, false, why);
        }
        return received(waiter, why);
    }

    /**
     * Gives the record with which the strand waits in the queue from now on, or else what it has received. Under the
     * lock, which is given back.
     */
    private static Object receiveOrQueueUp(Hchan<?> channel, @Nullable CancelHook hook) {
        Waiter waiter = recordLocked(channel);
        Strand self = waiter.strand();
        Lingered how = hook == null ? linger(channel, waiter, null) : whenRegistered(channel);
        if (how == Lingered.MET) {
            return received(waiter);
        }
        while (!self.tryEnter()) {
            how = comeBackLater(channel, self, how);
            Object received = channel.recvOrLock();
            if (received != Absent.NOTHING) {
                self.recycle(waiter);
                return received;
            }
        }
        tellReceiverCame(channel, waiter);
        waiter.open(self.openWait(), null);
        queueUp(channel, channel.receivers, waiter, how);
        waits(self, WaitReason.CHAN_RECEIVE, hook == null ? channel : hook, how);
        channel.unlock();
        return waiter;
    }

    /** Done before anything else, since there may be no memory for it; then the lock and the P are given back. */
    private static void tellReceiverCame(Hchan<?> channel, Waiter waiter) {
        try {
            channel.receiverCame();
        } catch (Throwable e) {
            Strand self = waiter.strand();
            giveUp(channel, waiter);
            self.leave();
            throw e;
        }
    }

    // ---------------------------------------------------------------- lingering before

    private static Lingered linger(Hchan<?> channel, Waiter waiter, @Nullable Object value) {
        if (!channel.waitsAreBrief()) {
            return Lingered.LONG;
        }
        int passed = channel.buffer.takePassed();
        if (passed != 0) {
            waiter.strand().passed(passed);
        }
        return channel.linger(waiter, value);
    }

    /**
     * As {@link #linger}, by a strand that has registered with what may end its wait: it has lingered before that, and
     * does not linger again.
     */
    private static Lingered whenRegistered(Hchan<?> channel) {
        return channel.waitsAreBrief() ? Lingered.REFUSED : Lingered.LONG;
    }

    private static void giveUp(Hchan<?> channel, Waiter waiter) {
        if (channel.holds(waiter)) {
            channel.leave();
        }
        channel.unlock();
        waiter.strand().recycle(waiter);
    }

    /** The strand has lost its P: it gives the lock back and gets a P; then it is as if it had come only now. */
    static Lingered comeBackLater(Hchan<?> channel, Strand self, Lingered how) {
        if (how == Lingered.IN_VAIN) {
            channel.leave();
        }
        channel.unlock();
        self.enter();
        self.leave();
        return how == Lingered.IN_VAIN ? Lingered.REFUSED : how;
    }

    // ---------------------------------------------------------------- queueing up

    /**
     * A strand that has lingered in vain came before all that are in the queue; it leaves its place once it is in the
     * queue.
     */
    static void queueUp(Hchan<?> channel, WaitQueue queue, Waiter waiter, Lingered how) {
        if (how == Lingered.IN_VAIN) {
            queue.enqueueFirst(waiter);
            channel.leave();
        } else {
            queue.enqueue(waiter);
        }
    }

    private static void waits(Strand self, WaitReason reason, Object on, Lingered how) {
        if (how == Lingered.LONG) {
            self.waiting(reason, on);
        } else if (how == Lingered.NOT_TRIED) {
            self.waitingBriefly(reason, on);
        } else {
            self.stillWaiting(reason, on);
        }
    }

    /** After a wait: takes its record out, unless that has been done. */
    private static void goesOn(Hchan<?> channel, Waiter waiter, boolean sends, @Nullable WakeCause why) {
        if (why != WakeCause.WAITER) {
            channel.lock();
            (sends ? channel.senders : channel.receivers).remove(waiter);
            channel.unlock();
        }
        if (!sends) {
            channel.receiverWent();
        }
    }

    // ---------------------------------------------------------------- the record

    /** A record for the calling strand; if that fails, the lock is given back. */
    private static Waiter recordLocked(Hchan<?> channel) {
        try {
            return Scheduler.strand().newWaiter();
        } catch (Throwable e) {
            channel.unlock();
            throw e;
        }
    }

    /** What a record came to, for a sender; fails if it was the close that completed it. */
    private static WakeCause sent(Hchan<?> channel, Waiter waiter, WakeCause why) {
        boolean refused = why == WakeCause.WAITER && !waiter.success;
        waiter.strand().recycle(waiter);
        if (refused) {
            throw channel.refusal();
        }
        return why;
    }

    /** The same for a receiver. */
    private static Object received(Waiter waiter, WakeCause why) {
        Object received = received(waiter);
        if (why == WakeCause.WAITER) { // not by the switch, which takes memory the first time
            return received;
        }
        return switch (why) {
            case TIMEOUT -> Absent.TIMED_OUT;
            case INTERRUPT -> Absent.INTERRUPTED;
            case CANCEL -> Absent.CANCELLED;
            case WAITER, EVENT -> throw new IllegalStateException(why + " ends no wait for one channel here");
        };
    }

    /** What a record that a peer or the close has completed came to, for a receiver. */
    private static Object received(Waiter waiter) {
        Object received = waiter.success ? Objects.requireNonNull(waiter.element) : Absent.CLOSED;
        waiter.strand().recycle(waiter);
        return received;
    }
}
