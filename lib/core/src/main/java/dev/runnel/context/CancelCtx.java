package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.lock.FirstUse;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Home;
import io.vavr.control.Option;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A context that can be cancelled; Go's {@code cancelCtx}. */
sealed class CancelCtx extends Child implements CancelCauseContext, Derived, Asked, Home.Resident permits TimerCtx {

    /** The key by which a context finds the nearest of these, through contexts that are not ours. */
    static final ContextKey<CancelCtx> SELF = ContextKey.of("context");

    private static final Channel<Void> CLOSED = new Signal(null);
    private static final VarHandle OUTCOME;
    private static final VarHandle DONE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OUTCOME = lookup.findVarHandle(CancelCtx.class, "outcome", Outcome.class);
            DONE = lookup.findVarHandle(CancelCtx.class, "done", Channel.class);
            FirstUse.isNow( // what a cancel needs
                    lookup,
                    Canceled.class,
                    DeadlineExceeded.class,
                    Outcome.class,
                    Offspring.class,
                    Once.class,
                    Propagation.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        FirstUse.isNow(1, i -> DONE.compareAndSet((CancelCtx) null, null, (Channel<?>) null));
        CLOSED.closeIfOpen();
    }

    private final Context parent;
    private final Option<Instant> deadline;

    /** The bubble in which it was made, if it was made in one. */
    private final @Nullable Home home = Home.ofCaller();

    /** The nearest with a timer above this, if only contexts of ours are in between: the way to it may be long. */
    private final @Nullable TimerCtx timed;

    private final Offspring offspring = new Offspring();

    private volatile @Nullable Outcome outcome;
    private volatile @Nullable Channel<Void> done;

    CancelCtx(Context parent, Option<Instant> deadline) {
        this.parent = parent;
        this.deadline = deadline;
        this.timed = ValueCtx.withoutValues(parent) instanceof CancelCtx above ? above.timed() : null;
    }

    /** Hangs it on its parent; if that has ended, so has this. */
    final void link() {
        linkTo(parent);
    }

    // ---------------------------------------------------------------- what it says

    @Override
    public final Option<Instant> deadline() {
        return deadline;
    }

    @Override
    public final RecvChan<Void> done() {
        Channel<Void> known = done;
        if (known != null) {
            return known;
        }
        Channel<Void> fresh = outcome == null ? new Signal(home, hasLimit()) : CLOSED;
        return DONE.compareAndSet(this, null, fresh) ? fresh : Objects.requireNonNull(done);
    }

    /** The channel, if somebody has asked for it. */
    final @Nullable RecvChan<Void> doneIfAsked() {
        return done;
    }

    @Override
    public final Option<CancelledException> err() {
        look();
        return errNow();
    }

    @Override
    public final Option<Throwable> cause() {
        look();
        return causeNow();
    }

    /**
     * Lets others come, for a caller that asks again and again. That needs no room on the stack; closing the channel
     * asks for the room that it needs.
     */
    private void look() {
        if (!Checkpoint.isNotArmed()) {
            Checkpoint.look(this);
        }
    }

    /** Its own timer, or one above it; or else a context above it that is none of ours says so. */
    @Override
    public final boolean hasLimit() {
        TimerCtx mine = timed();
        return mine == null ? deadline.isDefined() : mine.willFire();
    }

    /** Whoever sees the outcome before the channel is closed closes it. */
    @Override
    public final Option<CancelledException> errNow() {
        Outcome mine = outcome;
        if (mine == null) {
            return Option.none();
        }
        closeDone();
        return mine.err;
    }

    @Override
    public final Option<Throwable> causeNow() {
        Outcome mine = outcome;
        if (mine == null) {
            return Option.none();
        }
        closeDone();
        return mine.cause;
    }

    @Override
    public final <T> Option<T> value(ContextKey<T> key) {
        return ValueCtx.find(this, key);
    }

    /** The nearest with a timer, from this up; null if there is none, or only beyond a context that is not ours. */
    @Nullable TimerCtx timed() {
        return timed;
    }

    final @Nullable Outcome outcome() {
        return outcome;
    }

    // ---------------------------------------------------------------- what hangs on it

    @Override
    public final Stop onDone(Runnable action) {
        Checkpoint.pass(Act.RECEIVE, this);
        Action child = new Action(Objects.requireNonNull(action, "action"));
        adopt(child);
        return child;
    }

    /**
     * Takes a child in, or tells it that this has ended. Looks at the outcome after having added it: whoever ends this
     * looks at the children after having said so.
     */
    final void adopt(Child child) {
        Outcome mine = outcome;
        if (mine == null) {
            Children list = offspring.add(child);
            mine = outcome;
            if (list != null && (mine == null || !list.remove(child))) {
                return;
            }
        }
        child.cameTooLate(Objects.requireNonNull(mine));
    }

    /** Closes the lists of what hangs on it, and gives them to the propagation. */
    final void release(Propagation propagation) {
        offspring.close(propagation);
    }

    /** What hangs on it. */
    final Offspring offspring() {
        return offspring;
    }

    /** How many hang on it. */
    final int children() {
        return offspring.size();
    }

    // ---------------------------------------------------------------- how it ends

    @Override
    public final void cancel() {
        cancel(Canceled.SHARED, null);
    }

    @Override
    public final void cancel(@Nullable Throwable cause) {
        cancel(Canceled.SHARED, cause);
    }

    /** Ends this and all below it, or waits for whoever does so already. */
    final void cancel(CancelledException err, @Nullable Throwable cause) {
        StackRoom.requireTwice();
        Checkpoint.passToGiveBack(Act.CLOSE, this);
        Outcome other = outcome;
        if (other == null) {
            Outcome mine = new Outcome(err, cause);
            if (end(mine)) {
                try {
                    Propagation.run(this, mine);
                } finally {
                    unlink();
                }
                return;
            }
            other = Objects.requireNonNull(outcome);
        }
        if (!Checkpoint.isUnwinding()) {
            other.await();
        }
    }

    @Override
    final void reach(Propagation propagation) {
        propagation.reach(this);
    }

    @Override
    final void cameTooLate(Outcome parents) {
        end(parents); // nobody knows this yet: no channel is to be closed, and no timer to be stopped
    }

    @Override
    final void parentEnded(Outcome mine) {
        if (end(mine)) {
            Propagation.run(this, mine);
        }
    }

    /** The first outcome counts; returns whether this is the first. */
    final boolean end(Outcome mine) {
        return OUTCOME.compareAndSet(this, null, mine);
    }

    /** It has an outcome: the channel is to be closed, and a timer is no longer of use. */
    void ended() {
        closeDone();
    }

    private void closeDone() {
        Channel<Void> open = done;
        if (open == null && !DONE.compareAndSet(this, null, CLOSED)) {
            open = done;
        }
        if (open != null && !open.isClosed()) {
            StackRoom.require(); // a caller that only looked may have no room, and the channel's lock would be kept
            open.closeIfOpen();
        }
    }

    // ---------------------------------------------------------------- the rest

    @Override
    public final @Nullable Home home() {
        return home;
    }

    @Override
    public final Context parent() {
        return parent;
    }

    @Override
    public String suffix() {
        return ".WithCancel";
    }

    @Override
    public final String toString() {
        return Derived.name(this);
    }
}
