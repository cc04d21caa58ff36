package dev.runnel.scope;

import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.scheduler.Body;
import io.vavr.control.Option;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Goroutines that work on parts of one task, and the first error among them; Go's {@code errgroup.Group}. An error is
 * an {@code Exception}; an {@code Error} stands for a panic: it ends the run, and {@link #await()} does not return
 * before that. In a runtime without a main goroutine, the default one for example, it goes to the failure handler or
 * the handler of uncaught exceptions. Then the context is cancelled with it as the cause, and {@code await} throws; the
 * same happens outside of a run once that has ended.
 *
 * <pre>{@code
 * ErrGroup group = ErrGroup.withContext(parent);
 * for (URI page : pages) {
 *     group.go(() -> fetch(page, group.context()));
 * }
 * group.awaitOrThrow();
 * }</pre>
 *
 * <p>What a task did is visible after each {@code await} that returns once it has ended. Goroutines may use a group,
 * and so may any other thread.
 */
public final class ErrGroup {

    private final Tally tasks = new Tally(this);
    private final Failures failures = new Failures();
    private final @Nullable CancelCauseContext context;

    /** A group without a context and without a limit; an error cancels nothing. */
    public ErrGroup() {
        this(null);
    }

    private ErrGroup(@Nullable CancelCauseContext context) {
        this.context = context;
    }

    /**
     * A group with a context of its own, which is cancelled by the first error, with that as its cause, or when
     * {@link #await()} returns or throws.
     *
     * @param parent the context that it is derived from, not null
     */
    public static ErrGroup withContext(Context parent) {
        return new ErrGroup(Context.withCancelCause(parent));
    }

    /**
     * The context of a group that was made with one.
     *
     * @throws IllegalStateException if it was made without one
     */
    public Context context() {
        CancelCauseContext mine = context;
        if (mine == null) {
            throw new IllegalStateException("this group was made without a context; use ErrGroup.withContext(parent)");
        }
        return mine;
    }

    /**
     * Limits how many tasks are active at once. Without a limit there may be any number; with a limit of 0 none can
     * begin.
     *
     * @param limit how many; negative for no limit
     * @throws IllegalStateException if tasks are active
     */
    public void setLimit(int limit) {
        Checkpoint.look(this);
        int active = tasks.limit(limit);
        if (active != 0) {
            throw new IllegalStateException(
                    "errgroup: modify limit while " + active + " goroutines in the group are still active");
        }
    }

    /**
     * Runs a task in a new goroutine of the caller's runtime, which is the default one on a thread that is not a
     * goroutine. Waits while as many tasks are active as the limit allows; with a limit of 0, until another limit is
     * set. An interrupt does not end the wait: the status is kept.
     *
     * @param task what it does, not null; what it throws is an error
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public void go(Body task) {
        startWhenThereIsRoom(null, task);
    }

    /**
     * As {@link #go(Body)}, with a name for the goroutine that is shown in dumps.
     *
     * @param name the name, not null; it need not be unique
     * @param task what it does, not null; what it throws is an error
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public void go(String name, Body task) {
        startWhenThereIsRoom(Objects.requireNonNull(name, "name"), task);
    }

    private void startWhenThereIsRoom(@Nullable String name, Body task) {
        while (!start(name, task)) {
            tasks.awaitRoom();
        }
    }

    /**
     * As {@link #go(Body)}, but does not wait.
     *
     * @param task what it does, not null
     * @return false if as many tasks are active as the limit allows; then nothing was started
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public boolean tryGo(Body task) {
        return start(null, task);
    }

    /**
     * As {@link #tryGo(Body)}, with a name for the goroutine that is shown in dumps.
     *
     * @param name the name, not null; it need not be unique
     * @param task what it does, not null
     * @return false if as many tasks are active as the limit allows; then nothing was started
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public boolean tryGo(String name, Body task) {
        return start(Objects.requireNonNull(name, "name"), task);
    }

    private boolean start(@Nullable String name, Body task) {
        Objects.requireNonNull(task, "go of nil func value");
        Checkpoint.pass(Act.ADD, this);
        return tasks.go(name, member -> {
            try {
                task.run();
            } catch (Exception error) {
                if (Goexit.is(error)) {
                    Goexit.ofCaller(); // wrapped by a method that was called by reflection, say
                }
                Checkpoint.look(this); // another may fail first
                if (failures.add(error) && context != null) {
                    Failures.cancel(context, error, error);
                }
            } catch (Throwable panic) {
                member.leftBy(panic, () -> failures.left("a task of the group", panic, context));
                throw panic;
            }
        });
    }

    /**
     * Waits until all tasks have ended, then cancels the context. It cancels the context even if it cannot wait,
     * because its runtime closes for example. A task that calls this waits for itself. An interrupt does not end the
     * wait: the status is kept. If this is what ends the context, what an action of {@link Context#onDone} throws is
     * thrown here; if a task's error has ended the context, it has been thrown in that task's goroutine.
     *
     * @return the first error, if there was one
     * @throws IllegalStateException if a task ended with an {@code Error}, and its runtime goes on, or its run has
     *     ended; the cause is that {@code Error}, and the errors of other tasks are suppressed
     */
    public Option<Exception> await() {
        try {
            Checkpoint.pass(Act.AWAIT, this);
            tasks.awaitNone();
        } catch (Throwable cutOff) {
            cancelAfter(cutOff);
            throw cutOff;
        }
        IllegalStateException panic = failures.panic();
        Exception first = failures.first();
        if (context != null) {
            Failures.cancel(context, first, panic == null ? first : panic);
        }
        if (panic != null) {
            throw panic;
        }
        return Option.of(first);
    }

    /**
     * Those who wait with the context have nobody else to end it. That the caller is unwound is no failure, and hides
     * none.
     */
    private void cancelAfter(Throwable cutOff) {
        if (context != null) {
            try {
                context.cancel(failures.first());
            } catch (Throwable second) {
                if (Goexit.is(cutOff)) {
                    throw second;
                }
                if (second != cutOff) {
                    cutOff.addSuppressed(second);
                }
            }
        }
    }

    /**
     * As {@link #await()}.
     *
     * @throws Exception the first error, as it was thrown; later ones that say more than that they were cancelled are
     *     suppressed in it, but the shared errors of contexts hold none
     * @throws IllegalStateException as {@link #await()} does
     */
    public void awaitOrThrow() throws Exception {
        if (await().isDefined()) {
            throw Objects.requireNonNull(failures.firstWithLater());
        }
    }

    /** How many tasks run, and whether one has failed; may be behind while that changes. */
    @Override
    public String toString() {
        return "ErrGroup (" + tasks + failures + ")";
    }
}
