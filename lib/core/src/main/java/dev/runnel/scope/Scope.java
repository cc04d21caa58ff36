package dev.runnel.scope;

import dev.runnel.channel.CancelledException;
import dev.runnel.context.CancelCauseContext;
import dev.runnel.context.Context;
import dev.runnel.scheduler.Body;
import dev.runnel.select.Producer;
import dev.runnel.sync.WaitGroup;
import java.util.Objects;

/**
 * A part of a program that goroutines do not outlive: what is started in it has ended when it is closed. The first failure
 * cancels the scope's context, and so asks the others to end, and {@link #join()} throws it.
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
 * <p>A failure is an {@code Exception} that a task throws; an {@code Error} ends the run, as it does in any goroutine. What a task
 * did is visible after the {@code join} or the close that waited for it. Goroutines may use a scope, and so may any other thread; the
 * tasks may fork, too. Go has no such thing; see {@link ErrGroup} for what it has.
 */
public final class Scope implements AutoCloseable {

    private final WaitGroup running = new WaitGroup();
    private final FirstFailure failures = new FirstFailure();
    private final CancelCauseContext context;
    /** Whether the failure was thrown. */
    private volatile boolean told;

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
     * Runs a task that has a result in a new goroutine. Does not wait.
     *
     * @param task what it does, not null
     * @param <T> the type of the result
     * @return what gives the result after {@link #join()}
     */
    public <T> Fork<T> fork(Producer<? extends T> task) {
        Fork<T> fork = new Fork<>(Objects.requireNonNull(task));
        running.go(() -> {
            Throwable failure = fork.run();
            if (failure != null && failures.add(failure)) {
                context.cancel(failure);
            }
        });
        return fork;
    }

    /**
     * Runs a task without a result in a new goroutine. Does not wait.
     *
     * @param task what it does, not null
     */
    public void go(Body task) {
        Objects.requireNonNull(task);
        fork(() -> {
            task.run();
            return true;
        });
    }

    /**
     * Waits until all that was started has ended. An interrupt does not end the wait: the status is kept.
     *
     * @throws Exception the first failure, as it was thrown, with later ones suppressed that are no mere cancellations
     */
    public void join() throws Exception {
        running.await();
        Exception first = (Exception) failures.withOthersSuppressed();
        if (first != null) {
            told = true;
            throw first;
        }
    }

    /**
     * Cancels the context, and waits until all that was started has ended. An interrupt does not end the wait: the status is kept.
     *
     * @throws UnjoinedFailureException if a task has failed, and no {@link #join()} has thrown that; those that failed only because
     *     of this cancellation do not count
     */
    @Override
    public void close() {
        context.cancel();
        running.await();
        Throwable first = failures.withOthersSuppressed();
        if (!told && first != null && !(first instanceof CancelledException)) {
            told = true;
            throw new UnjoinedFailureException(first);
        }
    }
}
