package dev.runnel.scope;

import dev.runnel.channel.Chan;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.scheduler.Body;
import dev.runnel.sync.WaitGroup;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Goroutines that work on parts of one task, and the first error among them; Go's {@code errgroup.Group}. An error is an
 * {@code Exception}; an {@code Error} stands for a panic: it ends the run, and {@link #await()} does not return before that.
 *
 * <pre>{@code
 * ErrGroup group = ErrGroup.withContext(parent);
 * for (URI page : pages) {
 *     group.go(() -> fetch(page, group.context()));
 * }
 * group.awaitOrThrow();
 * }</pre>
 *
 * <p>What a task did is visible after each {@code await} that returns when it has ended. Goroutines may use a group, and so may
 * any other thread.
 */
public final class ErrGroup {

    private final WaitGroup running = new WaitGroup();
    private final FirstFailure failures = new FirstFailure();
    private final @Nullable CancelCauseContext context;

    /** A task puts one in before it begins, and takes one out at its end; null without a limit. */
    private volatile @Nullable Chan<Boolean> active;

    /** Without a context and without a limit; an error cancels nothing. */
    public ErrGroup() {
        this(null);
    }

    private ErrGroup(@Nullable CancelCauseContext context) {
        this.context = context;
    }

    /**
     * A group with a context of its own, which is cancelled by the first error, with that as its cause, or when {@link
     * #await()} returns.
     *
     * @param parent the context that it is derived from, not null
     */
    public static ErrGroup withContext(Context parent) {
        return new ErrGroup(Context.withCancelCause(parent));
    }

    /**
     * The context of a group that was made with one.
     *
     * @throws IllegalStateException if it was not
     */
    public Context context() {
        CancelCauseContext mine = context;
        if (mine == null) {
            throw new IllegalStateException("this group was made without a context; use ErrGroup.withContext(parent)");
        }
        return mine;
    }

    /**
     * Limits how many tasks are active at once. Without a limit there may be any number; with a limit of 0 none can begin.
     *
     * @param limit how many; negative for no limit
     * @throws IllegalStateException if tasks are active
     */
    public void setLimit(int limit) {
        Chan<Boolean> before = active;
        if (before != null && before.len() != 0) {
            throw new IllegalStateException(
                    "errgroup: modify limit while " + before.len() + " goroutines in the group are still active");
        }
        active = limit < 0 ? null : new Channel<>(limit);
    }

    /**
     * Runs a task in a new goroutine. Waits while as many are active as may be.
     *
     * @param task what it does, not null; what it throws is an error
     */
    public void go(Body task) {
        Objects.requireNonNull(task, "go of nil func value");
        Chan<Boolean> limited = active;
        if (limited != null) {
            limited.send(true);
        }
        start(task, limited);
    }

    /**
     * As {@link #go}, but does not wait.
     *
     * @param task what it does, not null
     * @return false if as many are active as may be; then nothing was started
     */
    public boolean tryGo(Body task) {
        Objects.requireNonNull(task, "go of nil func value");
        Chan<Boolean> limited = active;
        if (limited != null && !limited.trySend(true)) {
            return false;
        }
        start(task, limited);
        return true;
    }

    private void start(Body task, @Nullable Chan<Boolean> limited) {
        boolean started = false;
        try {
            running.go(() -> {
                try {
                    task.run();
                } catch (Exception error) {
                    fail(error);
                } finally {
                    end(limited);
                }
            });
            started = true;
        } finally {
            if (!started) {
                end(limited);
            }
        }
    }

    private void fail(Exception error) {
        if (failures.add(error) && context != null) {
            context.cancel(error);
        }
    }

    private static void end(@Nullable Chan<Boolean> limited) {
        if (limited != null) {
            limited.tryRecv();
        }
    }

    /**
     * Waits until all tasks have ended, then cancels the context. An interrupt does not end the wait: the status is kept.
     *
     * @return the first error, if there was one
     */
    public Option<Exception> await() {
        running.await();
        Exception first = (Exception) failures.first();
        if (context != null) {
            context.cancel(first);
        }
        return Option.of(first);
    }

    /**
     * As {@link #await()}.
     *
     * @throws Exception the first error, as it was thrown, with later ones suppressed that are no mere cancellations
     */
    public void awaitOrThrow() throws Exception {
        if (await().isDefined()) {
            throw Objects.requireNonNull((Exception) failures.withOthersSuppressed());
        }
    }
}
