package dev.runnel.runtime.channel;

import dev.runnel.runtime.channel.Hchan.Absent;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Scheduler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a send or a receive waits that is not possible now: the second half of Go's {@code chansend} and {@code chanrecv}. A strand that
 * may not wait yet gives the lock back for a moment and then looks once more.
 */
final class Waiting {

    private Waiting() {}

    /**
     * Waits until a receiver has taken the value. Under the lock, which is given back.
     *
     * @param hook what it is registered with ends the wait, too; null for nothing
     */
    static <T> WakeCause toSend(
            Hchan<T> channel, T value, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = strandLocked(channel);
        while (!self.tryEnter()) {
            channel.unlock();
            self.enter();
            self.leave();
            channel.lock();
            if (channel.sendLocked(value)) {
                return WakeCause.WAITER;
            }
        }
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), value);
        channel.senders.enqueue(waiter);
        channel.senderCame();
        waiting(self, WaitReason.CHAN_SEND, channel, hook == null ? channel : hook);
        channel.unlock();
        WakeCause why = null;
        try {
            if (hook != null) {
                hook.waits(self.openTicket());
            }
            why = self.park(deadline, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                withdraw(channel, channel.senders, waiter);
            }
        }
        boolean sent = waiter.success;
        self.recycle(waiter);
        if (why == WakeCause.WAITER && !sent) {
            throw channel.refusal();
        }
        return why;
    }

    /**
     * Waits for a value or the close. Under the lock, which is given back.
     *
     * @param hook what it is registered with ends the wait, too; null for nothing
     * @return the value, or what there is instead
     */
    static Object toReceive(Hchan<?> channel, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = strandLocked(channel);
        while (!self.tryEnter()) {
            channel.unlock();
            self.enter();
            self.leave();
            channel.lock();
            Object received = channel.recvLocked();
            if (received != Absent.NOTHING) {
                return received;
            }
        }
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), null);
        channel.receivers.enqueue(waiter);
        channel.receiverCame();
        waiting(self, WaitReason.CHAN_RECEIVE, channel, hook == null ? channel : hook);
        channel.unlock();
        WakeCause why = null;
        try {
            if (hook != null) {
                hook.waits(self.openTicket());
            }
            why = self.park(deadline, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                withdraw(channel, channel.receivers, waiter);
            }
            channel.receiverWent();
        }
        Object received = waiter.success ? Objects.requireNonNull(waiter.element) : Absent.CLOSED;
        self.recycle(waiter);
        return switch (why) {
            case WAITER -> received;
            case TIMEOUT -> Absent.TIMED_OUT;
            case INTERRUPT -> Absent.INTERRUPTED;
            case CANCEL -> Absent.CANCELLED;
            case EVENT -> throw new IllegalStateException("only a select waits for events");
        };
    }

    /** With a buffer it is better to wait until that is full, or empty, than to take turns at each value. */
    private static void waiting(Strand self, WaitReason reason, Hchan<?> channel, Object on) {
        if (channel.buffer.capacity() <= 1) {
            self.waitingBriefly(reason, on);
        } else {
            self.waiting(reason, on);
        }
    }

    private static void withdraw(Hchan<?> channel, WaitQueue queue, Waiter waiter) {
        channel.lock();
        queue.remove(waiter);
        channel.unlock();
    }

    private static Strand strandLocked(Hchan<?> channel) {
        try {
            return Scheduler.strand();
        } catch (Throwable e) {
            channel.unlock();
            throw e;
        }
    }
}
