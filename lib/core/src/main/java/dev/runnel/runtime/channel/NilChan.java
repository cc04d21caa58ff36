package dev.runnel.runtime.channel;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.Chan;
import dev.runnel.channel.ChanStats;
import dev.runnel.channel.ChannelException;
import dev.runnel.channel.TryRecv;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.park.Durations;
import dev.runnel.runtime.park.Strand;
import dev.runnel.runtime.park.WaitReason;
import dev.runnel.runtime.park.WakeCause;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Interrupts;
import dev.runnel.runtime.scheduler.Scheduler;
import io.vavr.collection.List;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nil channel: nothing on it ever proceeds.
 *
 * @param <T> the type of the values that never come
 */
public final class NilChan<T> implements Chan<T> {

    /** The only one: all nil channels are equal. */
    public static final NilChan<?> INSTANCE = new NilChan<>();

    private NilChan() {}

    @Override
    public void send(T value) {
        Objects.requireNonNull(value, "a channel holds no null");
        block(WaitReason.CHAN_SEND_NIL, Strand.NO_DEADLINE, false);
    }

    @Override
    public void sendInterruptibly(T value) throws InterruptedException {
        Objects.requireNonNull(value, "a channel holds no null");
        blockInterruptibly(WaitReason.CHAN_SEND_NIL, Strand.NO_DEADLINE);
    }

    @Override
    public void send(T value, Cancellation cancellation) throws CancelledException, InterruptedException {
        Objects.requireNonNull(value, "a channel holds no null");
        block(WaitReason.CHAN_SEND_NIL, Strand.NO_DEADLINE, cancellation);
    }

    @Override
    public boolean trySend(T value) {
        Objects.requireNonNull(value, "a channel holds no null");
        Checkpoint.pass(Act.TRY_SEND, WaitReason.CHAN_SEND_NIL);
        return false;
    }

    @Override
    public boolean trySend(T value, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(value, "a channel holds no null");
        blockFor(WaitReason.CHAN_SEND_NIL, timeout);
        return false;
    }

    @Override
    public Option<T> recv() {
        block(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE, false);
        return Option.none();
    }

    @Override
    public @Nullable T recvOrNull() {
        block(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE, false);
        return null;
    }

    @Override
    public Option<T> recvInterruptibly() throws InterruptedException {
        blockInterruptibly(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE);
        return Option.none();
    }

    @Override
    public Option<T> recv(Cancellation cancellation) throws CancelledException, InterruptedException {
        block(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE, cancellation);
        return Option.none();
    }

    @Override
    public List<T> recvUpTo(int most) {
        Batch.check(most);
        block(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE, false);
        return List.empty();
    }

    @Override
    public List<T> recvUpToInterruptibly(int most) throws InterruptedException {
        Batch.check(most);
        blockInterruptibly(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE);
        return List.empty();
    }

    @Override
    public List<T> recvUpTo(int most, Cancellation cancellation) throws CancelledException, InterruptedException {
        Batch.check(most);
        block(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE, cancellation);
        return List.empty();
    }

    @Override
    public TryRecv<T> tryRecv() {
        Checkpoint.pass(Act.TRY_RECEIVE, WaitReason.CHAN_RECEIVE_NIL);
        return new TryRecv.Empty<>();
    }

    @Override
    public TryRecv<T> tryRecv(Duration timeout) throws InterruptedException {
        blockFor(WaitReason.CHAN_RECEIVE_NIL, timeout);
        return new TryRecv.Empty<>();
    }

    @Override
    public void close() {
        throw new ChannelException.CloseOfNil();
    }

    @Override
    public void close(Throwable cause) {
        Objects.requireNonNull(cause, "the cause is null");
        throw new ChannelException.CloseOfNil();
    }

    @Override
    public void cancel() {
        throw new ChannelException.CancelOfNil();
    }

    @Override
    public void cancel(Throwable cause) {
        Objects.requireNonNull(cause, "the cause is null");
        throw new ChannelException.CancelOfNil();
    }

    @Override
    public Option<Throwable> closeCause() {
        return Option.none();
    }

    @Override
    public Option<ChanStats> stats() {
        return Option.none();
    }

    @Override
    public int len() {
        return 0;
    }

    @Override
    public int cap() {
        return 0;
    }

    @Override
    public Iterator<T> iterator() {
        return new Range<>(this::recvOrNull);
    }

    @Override
    public Iterable<T> until(Cancellation cancellation) {
        Objects.requireNonNull(cancellation, "the cancellation is null");
        return () -> Range.cancellable(() -> {
            Checkpoint.pass(Act.RECEIVE, WaitReason.CHAN_RECEIVE_NIL);
            if (Asked.err(cancellation).isEmpty()) {
                try (CancelHook hook = new CancelHook(cancellation, null)) {
                    waitFor(WaitReason.CHAN_RECEIVE_NIL, Strand.NO_DEADLINE, false, hook);
                }
            }
            return null;
        });
    }

    @Override
    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action, "the action is null");
        recvOrNull();
    }

    @Override
    public Stream<T> stream() {
        return Range.stream(this);
    }

    private static void blockFor(WaitReason reason, Duration timeout) throws InterruptedException {
        long nanos = Durations.nanos(timeout);
        if (nanos > 0) {
            blockInterruptibly(reason, Durations.deadline(Scheduler.strand().nanoTime(), nanos));
        } else {
            Interrupts.check();
            Checkpoint.pass(act(reason), reason);
        }
    }

    private static void blockInterruptibly(WaitReason reason, long deadline) throws InterruptedException {
        Interrupts.check();
        Interrupts.check(block(reason, deadline, true));
    }

    /** Waits for nothing: until the deadline, an interrupt, or the end of the runtime. */
    public static WakeCause block(WaitReason reason, long deadline, boolean interruptible) {
        Checkpoint.pass(act(reason), reason);
        return waitFor(reason, deadline, interruptible, null);
    }

    private static WakeCause waitFor(
            WaitReason reason, long deadline, boolean interruptible, @Nullable CancelHook hook) {
        Strand self = Scheduler.strand();
        while (!self.tryEnter()) {
            self.enter();
            self.leave();
        }
        long ticket = self.openWait();
        self.waiting(reason, hook == null ? null : hook.on());
        CancelHook.mayEnd(hook, ticket);
        return self.park(deadline, interruptible);
    }

    /**
     * Waits for nothing: until the deadline, an interrupt, a cancellation, or the end of the runtime.
     *
     * @throws CancelledException if it was cancelled before the deadline
     * @throws InterruptedException if the thread was interrupted before the deadline
     */
    public static void block(WaitReason reason, long deadline, Cancellation cancellation)
            throws CancelledException, InterruptedException {
        Checkpoint.pass(act(reason), reason);
        Interrupts.check();
        Asked.check(cancellation);
        WakeCause why;
        try (CancelHook hook = new CancelHook(cancellation, null)) {
            why = waitFor(reason, deadline, true, hook);
        }
        switch (why) {
            case CANCEL -> throw CancelHook.exception(cancellation);
            case INTERRUPT -> throw Interrupts.ended();
            case TIMEOUT, WAITER, EVENT -> {}
        }
    }

    private static Act act(WaitReason reason) {
        return switch (reason) {
            case CHAN_SEND_NIL, CHAN_SEND -> Act.SEND;
            case CHAN_RECEIVE_NIL, CHAN_RECEIVE -> Act.RECEIVE;
            case SLEEP -> Act.SLEEP;
            default -> Act.SELECT;
        };
    }

    @Override
    public String toString() {
        return "Chan#nil";
    }
}
