package dev.runnel.runtime.channel;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChanStats;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Scheduler;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A channel as its users see it: the forms of send and receive, over the workings of {@link Hchan}.
 *
 * @param <T> the type of the values
 */
@SuppressWarnings("unchecked") // a channel of T holds values of T
public sealed class Channel<T> extends Hchan<T> implements Chan<T> permits CountedChan, HeededChan, Signal, TimerChan {

    static {
        FirstUse.isNow( // what waits, goes on with values that were taken, and ends waits at the close
                MethodHandles.lookup(),
                MeetingPlace.Lingered.class,
                CancelHook.class,
                Batch.class,
                Closing.class,
                End.class,
                Scheduler.class,
                Waiting.class,
                Option.Some.class,
                Option.None.class);
    }

    /**
     * A channel of the caller's bubble, if the caller is in one.
     *
     * @param capacity how many values the buffer holds
     * @throws ChannelException.SizeOutOfRange if it is negative or too large
     */
    public Channel(int capacity) {
        this(capacity, Home.ofCaller());
    }

    /**
     * @param capacity how many values the buffer holds
     * @param home the bubble whose goroutines alone may use it; null if all may
     */
    public Channel(int capacity, @Nullable Home home) {
        super(capacity, home);
    }

    // ---------------------------------------------------------------- send

    @Override
    public void send(T value) {
        Checkpoint.pass(Act.SEND, this);
        Objects.requireNonNull(value, "a channel holds no null");
        if (!sendOrLock(value)) {
            Waiting.toSend(this, value, Strand.NO_DEADLINE, false, null);
        }
    }

    @Override
    public void sendInterruptibly(T value) throws InterruptedException {
        Checkpoint.pass(Act.SEND, this);
        Objects.requireNonNull(value, "a channel holds no null");
        Interrupts.check();
        if (!sendOrLock(value) && Waiting.toSend(this, value, Strand.NO_DEADLINE, true, null) == WakeCause.INTERRUPT) {
            throw Interrupts.ended();
        }
    }

    @Override
    public void send(T value, Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.SEND, this);
        Objects.requireNonNull(value, "a channel holds no null");
        Interrupts.check();
        Asked.check(cancellation);
        if (Waiting.sendOrLinger(this, value)) {
            return;
        }
        // registering may run code of the user, so it is done without the lock
        WakeCause why = WakeCause.WAITER;
        try (CancelHook hook = new CancelHook(cancellation, this)) {
            if (!sendOrLock(value)) {
                why = Waiting.toSend(this, value, Strand.NO_DEADLINE, true, hook);
            }
        }
        if (why == WakeCause.CANCEL) {
            throw CancelHook.exception(cancellation);
        }
        if (why == WakeCause.INTERRUPT) {
            throw Interrupts.ended();
        }
    }

    @Override
    public boolean trySend(T value) {
        Checkpoint.pass(Act.TRY_SEND, this);
        Objects.requireNonNull(value, "a channel holds no null");
        if (cannotTakeNow() && !closed) {
            // Closed never turns open again: at the instant of the first look the channel was open, and not ready.
            return false;
        }
        if (sendOrLock(value)) {
            return true;
        }
        unlock();
        return false;
    }

    @Override
    public boolean trySend(T value, Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.SEND, this);
        Objects.requireNonNull(value, "a channel holds no null");
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (nanos <= 0) {
            return trySend(value);
        }
        long deadline = Durations.deadline(Scheduler.strand().nanoTime(), nanos);
        if (sendOrLock(value)) {
            return true;
        }
        WakeCause why = Waiting.toSend(this, value, deadline, true, null);
        if (why == WakeCause.INTERRUPT) {
            throw Interrupts.ended();
        }
        return why == WakeCause.WAITER;
    }

    // ---------------------------------------------------------------- receive

    @Override
    public Option<T> recv() {
        T value = recvOrNull();
        return value == null ? Option.none() : Option.some(value);
    }

    @Override
    public @Nullable T recvOrNull() {
        Checkpoint.pass(Act.RECEIVE, this);
        beforeReceive();
        Object received = recvOrLock();
        if (received == Absent.NOTHING) {
            received = Waiting.toReceive(this, Strand.NO_DEADLINE, false, null);
        }
        return received == Absent.CLOSED ? nothing() : (T) received;
    }

    @Override
    public Option<T> recvInterruptibly() throws InterruptedException {
        Checkpoint.pass(Act.RECEIVE, this);
        Interrupts.check();
        beforeReceive();
        Object received = recvOrLock();
        if (received == Absent.NOTHING) {
            received = Waiting.toReceive(this, Strand.NO_DEADLINE, true, null);
        }
        if (received == Absent.INTERRUPTED) {
            throw Interrupts.ended();
        }
        return received == Absent.CLOSED ? none() : Option.some((T) received);
    }

    @Override
    public Option<T> recv(Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.RECEIVE, this);
        Interrupts.check();
        Asked.check(cancellation);
        Object received = recvUntil(cancellation, true);
        if (received == Absent.CANCELLED) {
            throw CancelHook.exception(cancellation);
        }
        if (received == Absent.INTERRUPTED) {
            throw Interrupts.ended();
        }
        return received == Absent.CLOSED ? none() : Option.some((T) received);
    }

    private Object recvUntil(Cancellation cancellation, boolean interruptible) {
        beforeReceive();
        Object received = Waiting.recvOrLinger(this);
        if (received != Absent.NOTHING) {
            return received;
        }
        // registering may run code of the user, so it is done without the lock
        try (CancelHook hook = new CancelHook(cancellation, this)) {
            received = recvOrLock();
            return received == Absent.NOTHING
                    ? Waiting.toReceive(this, Strand.NO_DEADLINE, interruptible, hook)
                    : received;
        }
    }

    // ---------------------------------------------------------------- receive several

    @Override
    public List<T> recvUpTo(int most) {
        Checkpoint.pass(Act.RECEIVE, this);
        Batch batch = new Batch(Batch.check(most));
        beforeReceive();
        if (!batch.begin(this)) {
            batch.goOn(this, Waiting.toReceive(this, Strand.NO_DEADLINE, false, null));
        }
        return answer(batch);
    }

    @Override
    public List<T> recvUpToInterruptibly(int most) throws InterruptedException {
        Checkpoint.pass(Act.RECEIVE, this);
        Batch batch = new Batch(Batch.check(most));
        Interrupts.check();
        beforeReceive();
        if (!batch.begin(this)) {
            Object received = Waiting.toReceive(this, Strand.NO_DEADLINE, true, null);
            if (received == Absent.INTERRUPTED) {
                throw Interrupts.ended();
            }
            batch.goOn(this, received);
        }
        return answer(batch);
    }

    @Override
    public List<T> recvUpTo(int most, Cancellation cancellation) throws CancelledException, InterruptedException {
        Checkpoint.pass(Act.RECEIVE, this);
        Batch batch = new Batch(Batch.check(most));
        Interrupts.check();
        Asked.check(cancellation);
        beforeReceive();
        if (!batch.begin(this)) {
            unlock();
            Object received = recvUntil(cancellation, true);
            if (received == Absent.CANCELLED) {
                throw CancelHook.exception(cancellation);
            }
            if (received == Absent.INTERRUPTED) {
                throw Interrupts.ended();
            }
            batch.goOn(this, received);
        }
        return answer(batch);
    }

    private List<T> answer(Batch batch) {
        if (batch.isEmpty()) {
            throwIfFailed();
        }
        return batch.toList();
    }

    // ---------------------------------------------------------------- receive without waiting

    @Override
    public TryRecv<T> tryRecv() {
        Checkpoint.pass(Act.TRY_RECEIVE, this);
        beforeReceive();
        if (cannotGiveNow()) {
            if (!closed) {
                // Closed never turns open again: at the instant of the first look the channel was open, and empty.
                return empty();
            }
            if (cannotGiveNow()) {
                return drained();
            }
        }
        Object received = recvOrLock();
        if (received == Absent.NOTHING) {
            unlock();
            return empty();
        }
        return answer(received);
    }

    @Override
    public TryRecv<T> tryRecv(Duration timeout) throws InterruptedException {
        Checkpoint.pass(Act.RECEIVE, this);
        long nanos = Durations.nanos(timeout);
        Interrupts.check();
        if (nanos <= 0) {
            return tryRecv();
        }
        beforeReceive();
        long deadline = Durations.deadline(Scheduler.strand().nanoTime(), nanos);
        Object received = recvOrLock();
        if (received == Absent.NOTHING) {
            received = Waiting.toReceive(this, deadline, true, null);
        }
        if (received == Absent.INTERRUPTED) {
            throw Interrupts.ended();
        }
        return answer(received);
    }

    private static final TryRecv.Empty<?> EMPTY = new TryRecv.Empty<>();
    private static final TryRecv.Closed<?> DRAINED = new TryRecv.Closed<>();

    private TryRecv<T> empty() {
        return (TryRecv<T>) EMPTY;
    }

    private TryRecv<T> drained() {
        throwIfFailed();
        return (TryRecv<T>) DRAINED;
    }

    private Option<T> none() {
        throwIfFailed();
        return Option.none();
    }

    private @Nullable T nothing() {
        throwIfFailed();
        return null;
    }

    private TryRecv<T> answer(Object received) {
        if (received == Absent.CLOSED) {
            return drained();
        }
        return received == Absent.TIMED_OUT ? empty() : new TryRecv.Value<>((T) received);
    }

    // ---------------------------------------------------------------- the rest

    @Override
    public void close() {
        Checkpoint.passToGiveBack(Act.CLOSE, this);
        if (!Closing.close(this, null)) {
            throw new ChannelException.CloseOfClosed();
        }
    }

    @Override
    public void close(Throwable cause) {
        Checkpoint.passToGiveBack(Act.CLOSE, this);
        if (!Closing.close(this, Objects.requireNonNull(cause, "the cause is null"))) {
            throw new ChannelException.CloseOfClosed();
        }
    }

    @Override
    public void cancel() {
        Checkpoint.passToGiveBack(Act.CANCEL, this);
        cancelNow(null);
    }

    @Override
    public void cancel(Throwable cause) {
        Checkpoint.passToGiveBack(Act.CANCEL, this);
        cancelNow(Objects.requireNonNull(cause, "the cause is null"));
    }

    /** Cancels, for a receiver that may do that. */
    void cancelNow(@Nullable Throwable cause) {
        Closing.cancel(this, cause);
    }

    @Override
    public Option<Throwable> closeCause() {
        Checkpoint.look(this);
        return Option.of(cause());
    }

    @Override
    public Option<ChanStats> stats() {
        return Option.none();
    }

    @Override
    public int len() {
        Checkpoint.look(this);
        return count();
    }

    @Override
    public int cap() {
        return buffer.capacity();
    }

    @Override
    public Iterator<T> iterator() {
        return new Range<>(this::recvOrNull);
    }

    @Override
    public Iterable<T> until(Cancellation cancellation) {
        Objects.requireNonNull(cancellation, "the cancellation is null");
        return () -> Range.cancellable(() -> {
            Checkpoint.pass(Act.RECEIVE, this);
            Object received = Asked.err(cancellation).isEmpty() ? recvUntil(cancellation, false) : Absent.CANCELLED;
            if (received == Absent.CANCELLED) {
                return null;
            }
            return received == Absent.CLOSED ? nothing() : (T) received;
        });
    }

    @Override
    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action, "the action is null");
        for (T value = recvOrNull(); value != null; value = recvOrNull()) {
            action.accept(value);
        }
    }

    @Override
    public Stream<T> stream() {
        return Range.stream(this);
    }
}
