package dev.runnel.context;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.runtime.channel.Hchan;
import dev.runnel.runtime.channel.NilChan;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Contexts that are not ours. */
final class Foreign {

    private Foreign() {}

    /** The context of ours that the given one wraps, if the given one hands on its channel as well. */
    static @Nullable CancelCtx wrappedBy(Context context) {
        CancelCtx nearest = nearest(context);
        return nearest != null && nearest.doneIfAsked() == context.done() ? nearest : null;
    }

    /** The nearest context of ours, from that one up. */
    static @Nullable CancelCtx nearest(Context context) {
        return Objects.requireNonNull(context.value(CancelCtx.SELF), "value gives an Option, never null")
                .getOrNull();
    }

    /** The channel of one that may be the user's. Taken for the nil channel, null would mean that it never ends. */
    static RecvChan<Void> done(Context context) {
        return Objects.requireNonNull(context.done(), "done gives a channel, never null");
    }

    /** The deadline of one that may be the user's. */
    static Option<Instant> deadline(Context context) {
        return Objects.requireNonNull(context.deadline(), "deadline gives an Option, never null");
    }

    /** The cause that the nearest context of ours knows; else the error. */
    static Option<Throwable> cause(Context context) {
        Option<CancelledException> err = context.err();
        if (err.isEmpty()) {
            return Option.none();
        }
        CancelCtx nearest = nearest(context);
        Outcome known = nearest == null ? null : nearest.outcome();
        return known == null ? Option.some(err.get()) : known.cause;
    }

    static Cancellation.Stop onDone(Context context, Runnable action) {
        RecvChan<Void> done = done(context);
        Action once = new Action(action);
        if (done instanceof NilChan) {
            return once;
        }
        if (done instanceof Hchan<?> channel && channel.isClosed()) {
            once.fire();
            return once;
        }
        CancelCtx wrapped = wrappedBy(context);
        return wrapped == null ? Watcher.start(done, once) : wrapped.onDone(action);
    }
}
