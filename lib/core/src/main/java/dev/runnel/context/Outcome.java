package dev.runnel.context;

import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Asked;
import dev.runnel.runtime.channel.CancelHook;
import dev.runnel.runtime.channel.Channel;
import io.vavr.control.Option;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How contexts ended: one outcome for all that one cancel has reached. Also tells when the cancel has reached all of
 * them.
 */
final class Outcome {

    private static final VarHandle LATCH;

    static {
        try {
            LATCH = MethodHandles.lookup().findVarHandle(Outcome.class, "latch", Channel.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Option<CancelledException> err;
    final Option<Throwable> cause;

    private volatile boolean settled;
    private volatile @Nullable Channel<Void> latch;

    /**
     * @param err what the contexts give as their error
     * @param cause why; null for {@code err}
     */
    Outcome(CancelledException err, @Nullable Throwable cause) {
        this.err = Option.some(err);
        this.cause = Option.some(cause == null ? err : cause);
    }

    /** What a context ends with because a parent that is not ours has ended. */
    static Outcome of(Context parent) {
        CancelledException err = Asked.err(parent)
                .getOrElseThrow(() -> new IllegalStateException("context: internal error: missing cancel error"));
        return new Outcome(err, CancelHook.cause(parent));
    }

    /** All that this can reach have been reached. Looks for whoever waits after having said so. */
    void settle() {
        settled = true;
        Channel<Void> waiting = latch;
        if (waiting != null) {
            waiting.closeIfOpen();
        }
    }

    /** Waits for that. Looks once more after having said that it waits. */
    void await() {
        if (settled) {
            return;
        }
        Channel<Void> mine = latch;
        if (mine == null) {
            Channel<Void> fresh = new Channel<>(0, null);
            mine = LATCH.compareAndSet(this, null, fresh) ? fresh : latch;
        }
        if (!settled && mine != null) {
            mine.recvOrNull();
        }
    }
}
