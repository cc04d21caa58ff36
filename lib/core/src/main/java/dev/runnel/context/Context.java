package dev.runnel.context;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Current;
import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.RuntimeClosedException;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries the end of a task, its deadline, and values of its scope from callers to callees; Go's
 * {@code context.Context}. Any thread may use one. By convention it is the first parameter of a method that may have to
 * give up.
 *
 * <pre>{@code
 * try (CancelContext ctx = Context.withTimeout(parent, Duration.ofSeconds(1))) {
 *     go(() -> search(ctx, answers));
 *     return answers.recv(ctx);
 * }
 * }</pre>
 *
 * <p>A context is derived from another, its parent, and ends when that ends, or before. The contexts that are made here
 * form a tree: cancelling one cancels all below it before the call returns.
 *
 * <p><b>Contexts of your own</b> may wrap another and hand on its methods, {@link #value} among them. As long as
 * {@link #done} returns the other's channel, what is derived from them hangs on that other directly. With a channel of
 * their own they should override {@link #onDone} if they can tell of their end; otherwise a goroutine watches the
 * channel for each context that is derived from them, and for each wait. It belongs to the runtime of whoever derived
 * or waits, and ends with that: what lives on then is no longer told.
 *
 * <p><b>Bubbles.</b> A context made in a bubble of the test kit may be asked from anywhere, and derived from. Whoever
 * is not of that bubble and cancels it, waits with it, or calls {@link #onDone}, gets a
 * {@link dev.runnel.channel.ChannelException.OutsideBubble}.
 *
 * <p><b>Memory.</b> What was done before a context was cancelled is visible to whoever finds it cancelled.
 */
public interface Context extends Cancellation {

    // ---------------------------------------------------------------- what a context says

    /**
     * When work for this context is to end; always the same.
     *
     * @return the time, by {@link dev.runnel.Go#now()}; none if no deadline is set
     */
    Option<Instant> deadline();

    /**
     * A channel that is closed when work for this context is to end, for a select; always the same. If that never
     * happens, it is the nil channel. To wait for one channel only, {@code recv} and {@code send} with a context cost
     * less.
     *
     * @return the channel, not null
     */
    @Override
    RecvChan<Void> done();

    /**
     * What ended this context: {@link DeadlineExceeded}, {@link Canceled}, or what a context of your own returns. The
     * same exception each time; it is shared and has no stack: {@link #throwIfCancelled()} throws one that has a stack.
     * Never blocks.
     *
     * @return none while {@link #done()} is open
     */
    @Override
    Option<CancelledException> err();

    /**
     * The value that was stored with this key, nearest to this context.
     *
     * @param key the key, not null
     * @return none if there is none
     */
    <T> Option<T> value(ContextKey<T> key);

    /**
     * Why this context ended: what {@link CancelCauseContext#cancel(Throwable)} or the deadline said, whichever came
     * first on the way up; otherwise {@link #err()}. Go's {@code context.Cause}.
     *
     * @return none while {@link #err()} is none
     */
    @Override
    default Option<Throwable> cause() {
        return Foreign.cause(this);
    }

    /**
     * {@inheritDoc}
     *
     * <p>By default this asks the context that this one wraps, if {@link #done()} is that one's, and otherwise starts a
     * goroutine that waits for {@link #done()}. A context that knows when it ends overrides this; Go's method
     * {@code AfterFunc}.
     *
     * @throws RuntimeClosedException if it has to start that goroutine, and the runtime is closed
     */
    @Override
    default Stop onDone(Runnable action) {
        return Foreign.onDone(this, Objects.requireNonNull(action, "action"));
    }

    // ---------------------------------------------------------------- roots

    /** The root of all: never cancelled, without deadline and values. Go's {@code context.Background}. */
    static Context background() {
        return EmptyCtx.BACKGROUND;
    }

    /** As {@link #background()}, where it is not clear yet which context to use. Go's {@code context.TODO}. */
    static Context todo() {
        return EmptyCtx.TODO;
    }

    // ---------------------------------------------------------------- contexts that can be cancelled

    /**
     * A context that ends when it is cancelled, or its parent ends; Go's {@code WithCancel}.
     *
     * @param parent the parent
     * @throws NullPointerException if it is null: {@code cannot create context from nil parent}
     */
    static CancelContext withCancel(Context parent) {
        return withCancelCause(parent);
    }

    /**
     * As {@link #withCancel}, but whoever cancels may say why; Go's {@code WithCancelCause}.
     *
     * @param parent the parent
     */
    static CancelCauseContext withCancelCause(Context parent) {
        StackRoom.requireTwiceAndMore(); // or it could not be cancelled from here
        CancelCtx context = new CancelCtx(checked(parent), Foreign.deadline(parent));
        context.link();
        return context;
    }

    /**
     * A context that also ends when a time has come; Go's {@code WithDeadline}. If the parent's deadline is earlier,
     * and this one not past, this is {@link #withCancel}. Which is earlier is told by the times of day, even with
     * {@link #withTimeout}, where Go goes by a clock that nobody puts right. The time is that of the caller's runtime,
     * virtual in a bubble; if that runtime is closed, the deadline is not kept. So below a parent that was made in
     * another runtime the context keeps the parent's deadline itself, or its own if the other runtime has another
     * clock. Cancel it to let go of its timer.
     *
     * @param parent the parent
     * @param deadline when; if that is past, the context has ended when this returns
     */
    static CancelContext withDeadline(Context parent, Instant deadline) {
        return withDeadlineCause(parent, deadline, null);
    }

    /**
     * As {@link #withDeadline}, with the cause if the deadline ends the context; not if it is cancelled. Go's
     * {@code WithDeadlineCause}.
     *
     * @param parent the parent
     * @param deadline when
     * @param cause why; null for {@link DeadlineExceeded}
     */
    static CancelContext withDeadlineCause(Context parent, Instant deadline, @Nullable Throwable cause) {
        StackRoom.requireTwiceAndMore(); // or it could not be cancelled from here
        checked(parent);
        Objects.requireNonNull(deadline, "deadline");
        TimerCtx context = withTimer(parent, deadline, cause);
        if (context == null) {
            return withCancel(parent);
        }
        context.link();
        context.arm();
        return context;
    }

    /**
     * As {@link #withDeadline}, that long from now; Go's {@code WithTimeout}.
     *
     * @param parent the parent
     * @param timeout how long; with zero or less the context has ended when this returns
     */
    static CancelContext withTimeout(Context parent, Duration timeout) {
        return withTimeoutCause(parent, timeout, null);
    }

    /**
     * As {@link #withDeadlineCause}, that long from now; Go's {@code WithTimeoutCause}.
     *
     * @param parent the parent
     * @param timeout how long
     * @param cause why; null for {@link DeadlineExceeded}
     */
    static CancelContext withTimeoutCause(Context parent, Duration timeout, @Nullable Throwable cause) {
        return withDeadlineCause(parent, TimerCtx.fromNow(timeout), cause);
    }

    // ---------------------------------------------------------------- the others

    /**
     * A context with a value; Go's {@code WithValue}. For what belongs to a request and crosses interfaces, not for
     * optional parameters.
     *
     * @param parent the parent
     * @param key the key
     * @param value the value, not null
     * @throws NullPointerException if an argument is null; Go's {@code nil key}
     */
    static <T> Context withValue(Context parent, ContextKey<T> key, T value) {
        return new ValueCtx(
                checked(parent),
                Objects.requireNonNull(key, "nil key"),
                Objects.requireNonNull(value, "a context holds no null"));
    }

    /**
     * A context with the values of its parent that never ends and has no deadline; Go's {@code WithoutCancel}.
     *
     * @param parent the parent
     */
    static Context withoutCancel(Context parent) {
        return new WithoutCancelCtx(checked(parent));
    }

    /**
     * Starts a goroutine when a context has ended, at once if it has already; Go's {@code AfterFunc}. Several functions
     * for one context are independent of each other. The goroutine belongs to the runtime of the caller, the default
     * one on a thread that is not a goroutine; if that runtime is closed by then, nothing is started.
     *
     * @param context the context
     * @param body what the goroutine does
     * @return what prevents the start, if it has not happened; it does not wait for the goroutine
     */
    static Stop afterFunc(Context context, Body body) {
        StackRoom.require();
        Checkpoint.look(checked(context));
        AfterFunc after = new AfterFunc(context, Objects.requireNonNull(body, "go of nil func value"));
        after.link();
        return after;
    }

    /** A context with a timer, not linked yet; null if the parent's is enough. */
    private static @Nullable TimerCtx withTimer(Context parent, Instant deadline, @Nullable Throwable cause) {
        Instant parents = Foreign.deadline(parent).getOrNull();
        if (parents == null || !deadline.isAfter(parents)) {
            return new TimerCtx(parent, deadline, cause);
        }
        TimerCtx above = TimerCtx.ofDeadline(parents, parent);
        if (above != null && !above.hasClockOfCaller()) {
            return new TimerCtx(parent, deadline, cause);
        }
        if (deadline.isAfter(Current.instant()) && (above == null || above.isOfCaller())) {
            return null;
        }
        return new TimerCtx(parent, parents, above == null ? null : above.causeOfExpiry());
    }

    private static Context checked(Context parent) {
        return Objects.requireNonNull(parent, "cannot create context from nil parent");
    }
}
