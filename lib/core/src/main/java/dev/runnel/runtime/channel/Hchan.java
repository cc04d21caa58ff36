package dev.runnel.runtime.channel;

import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.lock.SpinLock;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Scheduler;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A channel within: its lock, its buffer, who waits to send and who waits to receive, and how a value goes over; Go's
 * {@code hchan}. The invariants and the protocol stand in the package's description; {@link Channel} is what users see.
 *
 * @param <T> the type of the values
 */
public abstract sealed class Hchan<T> extends SpinLock implements Touching permits Channel {

    /** The largest capacity: what the JVM can surely make as an array. */
    public static final int MOST = Integer.MAX_VALUE - 8;

    private static final AtomicLong IDS = new AtomicLong();

    /** Unique, and the order in which a select locks its channels. */
    final long id = IDS.incrementAndGet();

    /** The bubble in which it was made, if it was made in one. */
    private final @Nullable Home home;

    final Buffer buffer;
    final WaitQueue receivers = new WaitQueue();
    final WaitQueue senders = new WaitQueue();
    volatile boolean closed;

    /**
     * @param capacity how many values the buffer holds
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @throws ChannelException.SizeOutOfRange if it is negative or too large
     */
    Hchan(int capacity, @Nullable Home home) {
        if (capacity < 0 || capacity > MOST) {
            throw new ChannelException.SizeOutOfRange(capacity, MOST);
        }
        buffer = new Buffer(capacity);
        this.home = home;
    }

    // ---------------------------------------------------------------- send

    /** Sends if that is possible now. Under the lock; gives it back if it did. */
    final boolean sendLocked(T value) {
        if (closed) {
            unlock();
            throw new ChannelException.SendOnClosed();
        }
        Waiter receiver = receivers.dequeue();
        if (receiver != null) {
            receiver.element = value;
            Strand peer = receiver.complete(true);
            unlock();
            peer.ready();
            return true;
        }
        if (!buffer.isFull()) {
            buffer.put(value);
            unlock();
            return true;
        }
        return false;
    }

    /** Waits until a receiver has taken the value. Under the lock, which is given back. */
    final WakeCause waitToSend(T value, long deadline, boolean interruptible) {
        return waitToSend(value, deadline, interruptible, null);
    }

    /** As {@link #waitToSend(Object, long, boolean)}; what the hook is registered with ends the wait, too. */
    final WakeCause waitToSend(T value, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = strandLocked();
        while (!self.tryEnter()) {
            unlock();
            self.enter();
            self.leave();
            lock();
            if (sendLocked(value)) {
                return WakeCause.WAITER;
            }
        }
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), value);
        senders.enqueue(waiter);
        self.waiting(WaitReason.CHAN_SEND, hook == null ? this : hook);
        unlock();
        WakeCause why = null;
        try {
            if (hook != null) {
                hook.waits(self.openTicket());
            }
            why = self.park(deadline, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                withdraw(senders, waiter);
            }
        }
        boolean sent = waiter.success;
        self.recycle(waiter);
        if (why == WakeCause.WAITER && !sent) {
            throw new ChannelException.SendOnClosed();
        }
        return why;
    }

    final boolean cannotTakeNow() {
        return buffer.capacity() == 0 ? receivers.isEmpty() : buffer.isFull();
    }

    // ---------------------------------------------------------------- receive

    /** What a receive has instead of a value. */
    enum Absent {
        /** Open and empty. */
        NOTHING,
        /** Closed and drained. */
        CLOSED,
        TIMED_OUT,
        INTERRUPTED,
        CANCELLED
    }

    /** The value, {@link Absent#CLOSED} or {@link Absent#NOTHING}. Under the lock; gives it back unless there is nothing. */
    final Object recvLocked() {
        if (closed && buffer.count() == 0) {
            unlock();
            return Absent.CLOSED;
        }
        Waiter sender = senders.dequeue();
        if (sender != null) {
            Object value = takeWith(sender);
            Strand peer = sender.complete(true);
            unlock();
            peer.ready();
            return value;
        }
        if (buffer.count() > 0) {
            Object value = buffer.take();
            unlock();
            return value;
        }
        return Absent.NOTHING;
    }

    /**
     * The next value when a sender waits: its own on an unbuffered channel; else the oldest of the buffer, which is full,
     * and the sender's value moves into the slot that this frees.
     */
    Object takeWith(Waiter sender) {
        Object theirs = Objects.requireNonNull(sender.element);
        return buffer.capacity() == 0 ? theirs : buffer.exchange(theirs);
    }

    /** Waits for a value or the close. Under the lock, which is given back. */
    final Object waitToReceive(long deadline, boolean interruptible) {
        return waitToReceive(deadline, interruptible, null);
    }

    /** As {@link #waitToReceive(long, boolean)}; what the hook is registered with ends the wait, too. */
    final Object waitToReceive(long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = strandLocked();
        while (!self.tryEnter()) {
            unlock();
            self.enter();
            self.leave();
            lock();
            Object received = recvLocked();
            if (received != Absent.NOTHING) {
                return received;
            }
        }
        Waiter waiter = self.newWaiter();
        waiter.open(self.openWait(), null);
        receivers.enqueue(waiter);
        receiverCame();
        self.waiting(WaitReason.CHAN_RECEIVE, hook == null ? this : hook);
        unlock();
        WakeCause why = null;
        try {
            if (hook != null) {
                hook.waits(self.openTicket());
            }
            why = self.park(deadline, interruptible);
        } finally {
            if (why != WakeCause.WAITER) {
                withdraw(receivers, waiter);
            }
            receiverWent();
        }
        Object received = waiter.success ? Objects.requireNonNull(waiter.element) : Absent.CLOSED;
        self.recycle(waiter);
        return switch (why) {
            case WAITER -> received;
            case TIMEOUT -> Absent.TIMED_OUT;
            case INTERRUPT -> Absent.INTERRUPTED;
            case CANCEL -> Absent.CANCELLED;
        };
    }

    private void withdraw(WaitQueue queue, Waiter waiter) {
        lock();
        queue.remove(waiter);
        unlock();
    }

    private Strand strandLocked() {
        try {
            return Scheduler.strand();
        } catch (Throwable e) {
            unlock();
            throw e;
        }
    }

    final boolean cannotGiveNow() {
        return buffer.capacity() == 0 ? senders.isEmpty() : buffer.count() == 0;
    }

    // ---------------------------------------------------------------- close

    /** Closes the channel unless it is closed; gives whether this call did it. */
    public boolean closeIfOpen() {
        lock();
        if (closed) {
            unlock();
            return false;
        }
        closed = true;
        Deque<Strand> released = null;
        Waiter waiter;
        while ((waiter = receivers.dequeue()) != null) {
            released = push(released, waiter);
        }
        while ((waiter = senders.dequeue()) != null) {
            released = push(released, waiter);
        }
        unlock();
        // Last collected, first readied, as in Go. Nobody is readied under the lock.
        while (released != null && !released.isEmpty()) {
            released.pop().ready();
        }
        return true;
    }

    private static Deque<Strand> push(@Nullable Deque<Strand> onto, Waiter waiter) {
        Deque<Strand> stack = onto == null ? new ArrayDeque<>() : onto;
        stack.push(waiter.complete(false));
        return stack;
    }

    // ---------------------------------------------------------------- for select; all under the lock

    /** Its place in the lock order. */
    public long id() {
        return id;
    }

    @Override
    public long number() {
        return id;
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return closed;
    }

    /** What a clause that was ready came to. Kept by the select from run to run. */
    public static final class Polled {
        /** The value received; null if the channel is closed and drained, and for a send. */
        public @Nullable Object value;

        /** Who waited at the other end, to be readied once all locks are given back. */
        public @Nullable Strand peer;
    }

    /** Receives if that is possible now. */
    public boolean pollRecv(Polled into) {
        Waiter sender = closed ? null : senders.dequeue();
        if (sender != null) {
            into.value = takeWith(sender);
            into.peer = sender.complete(true);
            return true;
        }
        if (buffer.count() > 0) {
            into.value = buffer.take();
            return true;
        }
        return closed;
    }

    /** Sends if that is possible now. The channel is open. */
    public boolean pollSend(Object value, Polled into) {
        Waiter receiver = receivers.dequeue();
        if (receiver != null) {
            receiver.element = value;
            into.peer = receiver.complete(true);
            return true;
        }
        if (buffer.isFull()) {
            return false;
        }
        buffer.put(value);
        return true;
    }

    /** Queues a clause up. */
    public void enqueue(Waiter waiter, boolean toSend) {
        if (toSend) {
            senders.enqueue(waiter);
        } else {
            receivers.enqueue(waiter);
            receiverCame();
        }
    }

    /** Takes a clause out of its queue, if it is still in. */
    public void withdraw(Waiter waiter, boolean toSend) {
        (toSend ? senders : receivers).remove(waiter);
    }

    // ---------------------------------------------------------------- for bubbles

    @Override
    public boolean isForeignTo(@Nullable Home bubble) {
        return home != null && home != bubble;
    }

    @Override
    public boolean isWhollyOf(@Nullable Home bubble) {
        return home == bubble;
    }

    // ---------------------------------------------------------------- for tests of the runtime itself

    @Override
    public List<? extends Hchan<?>> channels() {
        return List.of(this);
    }

    /**
     * Checks who waits against what the buffer holds (C28, C29).
     *
     * @throws AssertionError if they do not fit
     */
    public void check() {
        lock();
        try {
            checkLocked(receivers.waiting(), senders.waiting());
        } finally {
            unlock();
        }
    }

    private void checkLocked(List<Strand> toReceive, List<Strand> toSend) {
        int count = buffer.count();
        int capacity = buffer.capacity();
        if (count < 0 || count > capacity) {
            throw new AssertionError(this + " holds more than its capacity");
        }
        if (!toReceive.isEmpty() && (closed || count > 0)) {
            throw new AssertionError(this + " could give, and there wait to receive: " + toReceive);
        }
        if (!toSend.isEmpty() && (closed || count < capacity)) {
            throw new AssertionError(this + " could take, and there wait to send: " + toSend);
        }
        boolean both = !toReceive.isEmpty() && !toSend.isEmpty();
        if (both && (capacity > 0 || !oneSelect(toReceive, toSend))) {
            throw new AssertionError(this + ": there wait to receive: " + toReceive + " and to send: " + toSend);
        }
    }

    /** One select may wait for both ends of an unbuffered channel. */
    private static boolean oneSelect(List<Strand> toReceive, List<Strand> toSend) {
        Strand one = toReceive.get(0);
        return toReceive.stream().allMatch(s -> s == one) && toSend.stream().allMatch(s -> s == one);
    }

    // ---------------------------------------------------------------- the rest

    /** How many values it holds, as it tells. */
    public abstract int len();

    /** How many it can hold, as it tells. */
    public abstract int cap();

    /** A receive or a select is about to look at the channel. No lock held. */
    public void beforeReceive() {}

    /** A receiver has queued up. Under the lock. */
    void receiverCame() {}

    /** A receiver that had queued up goes on. No lock held. */
    public void receiverWent() {}

    @Override
    public String toString() {
        return "Chan#" + id + (closed ? " (closed, " : " (") + "len " + len() + ", cap " + cap() + ")";
    }
}
