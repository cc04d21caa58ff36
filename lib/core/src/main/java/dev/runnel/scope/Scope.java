package dev.runnel.scope;

import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.choice.Director.Act;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Producer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a program that goroutines do not outlive: what is started in it has ended when it is closed. The first
 * failure cancels the scope's context, and so asks the other tasks to end; {@link #join()} throws it.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {
 *     Fork<User> user = scope.fork(() -> findUser(id, scope.context()));
 *     Fork<Order> order = scope.fork(() -> findOrder(id, scope.context()));
 *     scope.join();
 *     return new Page(user.get(), order.get());
 * }
 * }</pre>
 *
 * <p>A failure is an {@code Exception} that a task throws. An {@code Error} ends the run, as it does in any goroutine,
 * and nobody here is told before that. In a runtime without a main goroutine, the default one for example, it goes to
 * the failure handler or the handler of uncaught exceptions, and is a failure, too: the context is cancelled with it as
 * the cause, and {@code join} throws an {@code IllegalStateException} with it as its cause. The same happens outside of
 * a run once that has ended. What a task did is visible after the {@code join} or the close that waited for it.
 * Goroutines may use a scope, and so may any other thread; the tasks may fork, too. When the runtime closes, the
 * goroutine that waits here is unwound like any other, and does not wait for the tasks, which are unwound as well. Go
 * has no scopes; {@link ErrGroup} is what it has.
 */
public final class Scope implements AutoCloseable {

    private final Tally tasks = new Tally(this);
    private final Failures failures = new Failures();
    private final CancelCauseContext context;

    private Scope(Context parent) {
        context = Context.withCancelCause(parent);
    }

    /** A scope whose context has no parent. */
    public static Scope open() {
        return open(Context.background());
    }

    /**
     * A scope below a context: when that is cancelled, so is the scope's.
     *
     * @param parent not null
     */
    public static Scope open(Context parent) {
        return new Scope(parent);
    }

    /** The context of the tasks; cancelled by the first failure, with that as its cause, and by {@link #close()}. */
    public Context context() {
        return context;
    }

    /**
     * Runs a task that has a result in a new goroutine of the caller's runtime, which is the default one on a thread
     * that is not a goroutine. Does not wait.
     *
     * @param task what it does, not null
     * @param <T> the type of the result
     * @return what gives the result after {@link #join()}
     * @throws IllegalStateException if the scope is closed and all its tasks have ended
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public <T> Fork<T> fork(Producer<? extends T> task) {
        return start(null, task);
    }

    /**
     * As {@link #fork(Producer)}, with a name for the goroutine that is shown in dumps.
     *
     * @param name the name, not null; it need not be unique
     * @param task what it does, not null
     * @param <T> the type of the result
     * @return what gives the result after {@link #join()}
     * @throws IllegalStateException if the scope is closed and all its tasks have ended
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public <T> Fork<T> fork(String name, Producer<? extends T> task) {
        return start(Objects.requireNonNull(name, "name"), task);
    }

    private <T> Fork<T> start(@Nullable String name, Producer<? extends T> task) {
        Fork<T> fork = new Fork<>(Objects.requireNonNull(task, "task"));
        Checkpoint.pass(Act.ADD, this);
        if (!tasks.go(name, member -> work(fork, member))) {
            Checkpoint.passAtAnEnd(); // another that is unwound may have closed it
            throw new IllegalStateException("start in a scope that is closed");
        }
        return fork;
    }

    private void work(Fork<?> fork, Tally.Member member) {
        Exception failure;
        try {
            failure = fork.run();
        } catch (Throwable thrown) {
            member.leftBy(thrown, () -> fork.left(failures.left("a task of the scope", thrown, context)));
            throw thrown;
        }
        if (failure != null && failures.add(failure)) {
            Failures.cancel(context, failure, failure);
        }
    }

    /**
     * Runs a task without a result in a new goroutine; as {@link #fork(Producer)}.
     *
     * @param task what it does, not null
     * @throws IllegalStateException if the scope is closed and all its tasks have ended
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public void go(Body task) {
        startAction(null, task);
    }

    /**
     * As {@link #go(Body)}, with a name for the goroutine that is shown in dumps.
     *
     * @param name the name, not null; it need not be unique
     * @param task what it does, not null
     * @throws IllegalStateException if the scope is closed and all its tasks have ended
     * @throws dev.runnel.scheduler.RuntimeClosedException if the runtime closes
     */
    public void go(String name, Body task) {
        startAction(Objects.requireNonNull(name, "name"), task);
    }

    private void startAction(@Nullable String name, Body task) {
        Objects.requireNonNull(task, "task");
        start(name, () -> {
            task.run();
            return true;
        });
    }

    /**
     * Waits until all that was started has ended; if one of the tasks calls this, it waits for ever. An interrupt does
     * not end the wait: the status is kept.
     *
     * @throws Exception the first failure, as it was thrown, or, if that only says that it was cancelled, the first one
     *     that says more; later ones that say more are suppressed in it
     * @throws IllegalStateException if a task ended with an {@code Error}, and its runtime goes on, or its run has
     *     ended; the cause is that {@code Error}, and whatever else has failed is suppressed
     */
    public void join() throws Exception {
        Checkpoint.pass(Act.AWAIT, this);
        tasks.awaitNone();
        Exception failure = failures.tell();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Cancels the context, and waits until all that was started has ended. An interrupt does not end the wait: the
     * status is kept. What an action of {@link Context#onDone} throws is thrown after that, and so is the error of a
     * caller that cannot wait for want of memory.
     *
     * @throws UnjoinedFailureException if a task has failed, and neither a {@link #join()} nor another close has thrown
     *     that; failures that only say that they were cancelled do not count
     */
    @Override
    public void close() {
        Checkpoint.passToGiveBack(Act.CLOSE, this);
        tasks.close();
        try {
            context.cancel();
        } catch (Throwable e) {
            Exception failure = theRestAfterTheEnd();
            if (failure != null && failure != e) {
                e.addSuppressed(failure);
            }
            throw e;
        }
        Exception failure = theRestAfterTheEnd();
        if (failure != null) {
            throw new UnjoinedFailureException(failure);
        }
    }

    private @Nullable Exception theRestAfterTheEnd() {
        tasks.insistOnNone();
        return failures.tellTheRest();
    }

    /** How many tasks run, and whether one has failed; may be behind while that changes. */
    @Override
    public String toString() {
        return "Scope (" + tasks + failures + ")";
    }
}
