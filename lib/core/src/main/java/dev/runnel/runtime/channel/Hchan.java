package dev.runnel.runtime.channel;

import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.WaitQueue;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Home;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The inside of a channel, Go's {@code hchan}: its lock, its buffer, those who wait to send or to receive, and how a
 * value goes over. How a send or receive waits is in {@link Waiting}, how a channel ends in {@link Closing}. The
 * invariants and the protocol stand in the package's description; {@link Channel} is what users see.
 *
 * @param <T> the type of the values
 */
public abstract sealed class Hchan<T> extends MeetingPlace implements Touching permits Channel {

    /** The largest capacity: the longest array that the JVM can surely make. */
    public static final int MOST = Integer.MAX_VALUE - 8;

    private static final AtomicLong IDS = new AtomicLong();

    private static final VarHandle ID;

    static {
        try {
            ID = MethodHandles.lookup().findVarHandle(Hchan.class, "id", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // through ID
    private long id;

    /** The bubble in which it was made, if it was made in one. */
    private final @Nullable Home home;

    final Buffer buffer;
    final WaitQueue receivers = new WaitQueue();
    final WaitQueue senders = new WaitQueue();
    volatile boolean closed;

    /**
     * What there is to say about the end; null while the channel is open, and after a plain close. Written before
     * {@link #closed}.
     */
    @Nullable End end;

    /**
     * @param capacity how many values the buffer holds
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @throws ChannelException.SizeOutOfRange if it is negative or too large
     */
    Hchan(int capacity, @Nullable Home home) {
        if (capacity < 0 || capacity > MOST) {
            throw new ChannelException.SizeOutOfRange(capacity, 0, MOST);
        }
        buffer = Buffer.of(capacity);
        this.home = home;
    }

    // ---------------------------------------------------------------- send

    /** Sends if that is possible now. If not, the caller has the lock. */
    boolean sendOrLock(T value) {
        lock();
        if (closed) {
            unlock();
            throw refusal();
        }
        Waiter receiver = takeReceiver();
        if (receiver != null) {
            receiver.element = value;
            Peer peer = receiver.finish(true);
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

    /** The first that waits or lingers to receive; its wait is claimed. Under the lock. */
    final @Nullable Waiter takeReceiver() {
        Waiter lingerer = takeLingerer(false);
        return lingerer != null ? lingerer : receivers.dequeue();
    }

    final boolean cannotTakeNow() {
        return buffer.capacity() == 0 ? !hasLingerer(false) && receivers.isEmpty() : buffer.isFull();
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

    /** The value, {@link Absent#CLOSED} or {@link Absent#NOTHING}. If there is nothing, the caller has the lock. */
    Object recvOrLock() {
        lock();
        if (closed && buffer.count() == 0) {
            unlock();
            return Absent.CLOSED;
        }
        Waiter sender = takeSender();
        if (sender != null) {
            Object value = takeWith(sender);
            Peer peer = sender.finish(true);
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
     * The next value when a sender waits: its own on an unbuffered channel; else the oldest of the buffer, which is
     * full, and the sender's value moves into the slot that this frees.
     */
    Object takeWith(Waiter sender) {
        Object theirs = Objects.requireNonNull(sender.element);
        return buffer.capacity() == 0 ? theirs : buffer.exchange(theirs);
    }

    /** The next value when no sender waits, and the buffer holds one. Under the lock. */
    Object takeOldest() {
        return buffer.take();
    }

    /** The first that waits or lingers to send; its wait is claimed. Under the lock. */
    final @Nullable Waiter takeSender() {
        Waiter lingerer = takeLingerer(true);
        return lingerer != null ? lingerer : senders.dequeue();
    }

    final boolean cannotGiveNow() {
        return buffer.capacity() == 0 ? !hasLingerer(true) && senders.isEmpty() : buffer.count() == 0;
    }

    // ---------------------------------------------------------------- the end

    /** Closes the channel unless it is closed, and returns whether this call did it. */
    public final boolean closeIfOpen() {
        return Closing.close(this, null);
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * What a send on a closed channel fails with. If the caller's runtime closes, it is unwound instead: another
     * goroutine that is unwound may have closed the channel.
     */
    public final ChannelException refusal() {
        Checkpoint.passAtAnEnd();
        End how = end;
        return how == null ? new ChannelException.SendOnClosed() : how.toSender();
    }

    /**
     * What a receive does that has found the channel closed and drained. If the caller's runtime closes, it is unwound,
     * as another goroutine that is unwound may have closed the channel.
     *
     * @throws ChannelException.ClosedWithCause if it was closed with a cause
     */
    public final void throwIfFailed() {
        Checkpoint.passAtAnEnd();
        End how = end;
        if (how != null) {
            how.throwToReceiver();
        }
    }

    /** What it was closed or cancelled with, whichever came first. */
    final @Nullable Throwable cause() {
        End how = closed ? end : null;
        return how == null ? null : how.cause();
    }

    // ---------------------------------------------------------------- for select

    /**
     * Unique; a select locks its channels in this order. Given when it is first asked for: most channels are never
     * asked, and all processors would want the counter.
     */
    public long id() {
        long known = (long) ID.getAcquire(this);
        if (known != 0) {
            return known;
        }
        long fresh = IDS.incrementAndGet();
        long first = (long) ID.compareAndExchange(this, 0L, fresh);
        return first == 0 ? fresh : first;
    }

    @Override
    public long number() {
        return id();
    }

    // All under the lock.

    /** Receives if that is possible now. */
    public boolean pollRecv(Polled into) {
        Waiter sender = closed ? null : takeSender();
        if (sender != null) {
            into.value = takeWith(sender);
            into.peer = sender.finish(true);
            return true;
        }
        if (buffer.count() > 0) {
            into.value = takeOldest();
            return true;
        }
        return closed;
    }

    /** Receives what there is, if there is anything. */
    public boolean pollRecvUpTo(int most, Polled into) {
        Batch batch = new Batch(most);
        batch.takeFrom(this);
        if (batch.isEmpty() && !closed) {
            return false;
        }
        into.batch = batch;
        return true;
    }

    /** Sends if that is possible now. The channel is open. */
    public boolean pollSend(Object value, Polled into) {
        Waiter receiver = takeReceiver();
        if (receiver != null) {
            receiver.element = value;
            into.peer = receiver.finish(true);
            return true;
        }
        if (buffer.isFull()) {
            return false;
        }
        buffer.put(value);
        return true;
    }

    /** Queues a clause up; one that receives has {@linkplain #receiverCame come} before. */
    public void enqueue(Waiter waiter, boolean toSend) {
        if (toSend) {
            senders.enqueue(waiter);
            senderCame();
        } else {
            receivers.enqueue(waiter);
        }
    }

    /** Takes a clause out of its queue, if it is still there. */
    public void withdraw(Waiter waiter, boolean toSend) {
        (toSend ? senders : receivers).remove(waiter);
    }

    // ---------------------------------------------------------------- for strands that linger

    @Override
    final boolean isAwaited(boolean toSend) {
        return !(toSend ? senders : receivers).isEmpty();
    }

    @Override
    final void taken(boolean toSend) {
        if (toSend) {
            senderCame();
        } else {
            receiverCame();
        }
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
     * Checks that those who wait fit what the buffer holds (C28, C29).
     *
     * @throws AssertionError if they do not
     */
    public void check() {
        lock();
        try {
            Soundness.checkLocked(this);
            checkKind();
        } finally {
            unlock();
        }
    }

    // ---------------------------------------------------------------- what kinds of channels differ in

    /** How many values it says it holds. */
    int count() {
        return buffer.count();
    }

    /** How many it says it can hold. */
    public abstract int cap();

    /**
     * Whether a wait here may be over at once, since the peer is about to come. With a buffer it is better to wait
     * until that is full, or empty, than to take turns at each value.
     */
    boolean waitsAreBrief() {
        return buffer.capacity() <= 1;
    }

    /** A receive or a select is about to look at the channel. No lock held. */
    public void beforeReceive() {}

    /**
     * A receiver is about to queue up, or was met lingering. Under the lock. May fail for lack of memory, with nothing
     * done.
     */
    public void receiverCame() {}

    /** A receiver that had queued up goes on. No lock held. */
    public void receiverWent() {}

    /** A sender has queued up, or was met lingering. Under the lock. */
    void senderCame() {}

    /** It is closed from now on. Under the lock. */
    void endedLocked() {}

    /** Takes what the channel holds, which nobody will receive. The channel is closed. Under the lock. */
    Buffer dropAllLocked() {
        return buffer.takeAll();
    }

    /** What is to be done about values that nobody will receive. No lock held. */
    void undelivered(Buffer values) {}

    /** Checks what else must hold of channels of this kind. Under the lock. */
    void checkKind() {}

    @Override
    public String toString() {
        return "Chan#" + id() + (closed ? " (closed, " : " (") + "len " + count() + ", cap " + cap() + ")";
    }
}
