package dev.runnel.runtime.channel;

import dev.runnel.channel.Buffering;
import dev.runnel.channel.ChanStats;
import dev.runnel.channel.ChannelException;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Peer;
import dev.runnel.runtime.park.Waiter;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Sneaky;
import io.vavr.control.Option;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel that counts what happens on it, and tells somebody of values that nobody will receive. Its buffer is as in
 * Go; subclasses say what becomes of a value for which there is no room.
 *
 * @param <T> the type of the values
 */
public sealed class CountedChan<T> extends Channel<T> permits DroppingChan, SlidingChan, UnboundedChan {

    private final @Nullable Consumer<? super T> undelivered;

    // Under the lock.
    private final Polled polled = new Polled();
    private long sends;
    private long receives;
    private long drops;
    private long sendWaits;
    private long receiveWaits;
    private int mostLen;

    CountedChan(int capacity, int least, @Nullable Consumer<? super T> undelivered) {
        super(checked("capacity", capacity, least));
        this.undelivered = undelivered;
    }

    /**
     * Makes a channel.
     *
     * @param how what it does with values that no receiver has come for
     * @param undelivered told of each value that was sent and that nobody will receive; null for nobody
     * @throws ChannelException.SizeOutOfRange if a capacity or a limit is too small or too large
     */
    public static <T> CountedChan<T> of(Buffering how, @Nullable Consumer<? super T> undelivered) {
        return switch (Objects.requireNonNull(how, "how")) {
            case Buffering.Bounded(int capacity) -> new CountedChan<>(capacity, 0, undelivered);
            case Buffering.Unbounded unbounded -> new UnboundedChan<>(unbounded, undelivered);
            case Buffering.Sliding(int capacity) -> new SlidingChan<>(capacity, undelivered);
            case Buffering.Dropping(int capacity) -> new DroppingChan<>(capacity, undelivered);
        };
    }

    static int checked(String what, int size, int least) {
        if (size < least || size > MOST) {
            throw new ChannelException.SizeOutOfRange(what, size, least, MOST);
        }
        return size;
    }

    // ---------------------------------------------------------------- send

    /** Always under the lock: whether a full buffer refuses is for the subclass to say. */
    @Override
    public boolean trySend(T value) {
        Checkpoint.pass(Act.TRY_SEND, this);
        Objects.requireNonNull(value, "a channel holds no null");
        if (sendOrLock(value)) {
            return true;
        }
        unlock();
        return false;
    }

    @Override
    final boolean sendOrLock(T value) {
        lock();
        if (closed) {
            unlock();
            throw refusal();
        }
        if (!pollSend(value, polled)) {
            return false;
        }
        Peer peer = polled.peer;
        boolean tells = polled.teller != null;
        Object news = polled.news;
        polled.peer = null;
        polled.teller = null;
        polled.news = null;
        unlock();
        if (peer != null) {
            peer.ready();
        } else if (tells) {
            tell(news);
        }
        return true;
    }

    @Override
    public final boolean pollSend(Object value, Polled into) {
        if (!super.pollSend(value, into)) {
            return overflow(value, into);
        }
        if (into.peer == null) {
            valueCame(into);
        } else {
            sends++;
            receives++;
        }
        return true;
    }

    /**
     * Called when nobody waits and there is no room for a value; returns whether the sender is done with it. Under the
     * lock.
     */
    boolean overflow(Object value, Polled into) {
        return false;
    }

    /** A value was put into the buffer. Under the lock. */
    void valueCame(Polled into) {
        sends++;
        mostLen = Math.max(mostLen, buffer.count());
    }

    /** Nobody will receive this value: the one that is sent, or one of those in the buffer. Under the lock. */
    final void drop(Object value, Polled into) {
        sends++;
        drops++;
        if (undelivered != null) {
            into.teller = this;
            into.news = value;
        }
    }

    /**
     * Tells of what happened under the lock. No lock held.
     *
     * @param news the value that was dropped
     */
    @SuppressWarnings("unchecked") // a channel of T holds values of T
    void tell(@Nullable Object news) {
        Objects.requireNonNull(undelivered).accept((T) Objects.requireNonNull(news));
    }

    @Override
    final void senderCame() {
        sendWaits++;
    }

    // ---------------------------------------------------------------- receive

    @Override
    final Object recvOrLock() {
        lock();
        if (!pollRecv(polled)) {
            return Absent.NOTHING;
        }
        Object value = polled.value;
        Peer peer = polled.peer;
        polled.value = null;
        polled.peer = null;
        unlock();
        if (peer != null) {
            peer.ready();
        }
        return value == null ? Absent.CLOSED : value;
    }

    @Override
    final Object takeWith(Waiter sender) {
        sends++;
        receives++;
        return super.takeWith(sender);
    }

    @Override
    final Object takeOldest() {
        receives++;
        Object value = super.takeOldest();
        valueWent();
        return value;
    }

    /** A value was taken out of the buffer. Under the lock. */
    void valueWent() {}

    @Override
    public final void receiverCame() {
        receiveWaits++;
    }

    // ---------------------------------------------------------------- cancel

    @Override
    final Buffer dropAllLocked() {
        drops += buffer.count();
        return super.dropAllLocked();
    }

    /** Tells of all of them, whatever the handler throws; that is thrown in the end. */
    @Override
    @SuppressWarnings("unchecked") // a channel of T holds values of T
    final void undelivered(Buffer values) {
        if (undelivered == null) {
            return;
        }
        Throwable thrown = null;
        while (values.count() > 0) {
            try {
                undelivered.accept((T) values.take());
            } catch (Throwable e) {
                if (thrown == null || (Goexit.is(e) && !Goexit.is(thrown))) {
                    thrown = e;
                } else if (thrown != e) {
                    thrown.addSuppressed(e);
                }
            }
        }
        if (thrown != null) {
            throw Sneaky.rethrow(thrown);
        }
    }

    // ---------------------------------------------------------------- the rest

    @Override
    public final Option<ChanStats> stats() {
        Checkpoint.look(this);
        lock();
        long sent = sends;
        long received = receives;
        long dropped = drops;
        long crossed = crossings();
        long sendersWaited = sendWaits;
        long receiversWaited = receiveWaits;
        int len = buffer.count();
        int most = mostLen;
        unlock(); // first: there may be no memory for the rest
        return Option.some(new ChanStats(sent, received, dropped, crossed, sendersWaited, receiversWaited, len, most));
    }

    /** How often a soft limit was crossed. Under the lock. */
    long crossings() {
        return 0;
    }

    @Override
    void checkKind() {
        int count = buffer.count();
        if (sends - receives - drops != count || mostLen < count) {
            throw new AssertionError(this + " holds " + count + " values, at most " + mostLen + ", and counts " + sends
                    + " - " + receives + " - " + drops);
        }
    }

    /** For channels whose sends never wait. Under the lock. */
    final void checkNobodyWaitsToSend() {
        if (hasLingerer(true) || !senders.waiting().isEmpty()) {
            throw new AssertionError(this + " always takes a value, and there wait to send: " + senders.waiting());
        }
    }
}
