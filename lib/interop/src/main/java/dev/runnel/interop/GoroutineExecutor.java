package dev.runnel.interop;

import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.context.CancelContext;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.lock.StackRoom;
import dev.runnel.runtime.scheduler.Aside;
import dev.runnel.runtime.scheduler.Attended;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.runtime.text.Safely;
import dev.runnel.scheduler.RuntimeClosedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An executor service that runs each task in a goroutine of its own; there is nothing to pool, and no bound but memory.
 * A goroutine that waits for its end, in {@code invokeAll} or {@code invokeAny}, or for a future that it gives, parks
 * as at a channel, by the clock of its runtime. Such a wait is no deadlock, as any thread may cancel a future. Threads
 * that are no goroutines wait for its futures as for any others of the JDK.
 *
 * <p>In a bubble of the test kit, make the executor inside the bubble, with goroutines of the bubble. A
 * {@link java.util.concurrent.ExecutorCompletionService} blocks in the JDK even there, and so does a
 * {@code CompletableFuture}; to wait for the latter use {@link Futures#await}.
 *
 * <p>What a command that was given to {@link #execute} throws is a failure of its goroutine; what a submitted task
 * throws is in its future. If the runtime closes, tasks are unwound as all goroutines are; their futures, and those of
 * tasks that have not begun, are cancelled, and the service terminates once it is shut down. A task that calls
 * {@code goexit} is cancelled, too.
 *
 * <p>This holds for the futures that the executor itself gives. A {@code CompletableFuture} made by
 * {@code supplyAsync(task, executor)} is the JDK's own: it completes with the {@code Error} that unwinds the goroutine,
 * and never completes if the task has not begun. {@link Futures#goFuture} gives one that is cancelled.
 *
 * <p>Memory: as {@link java.util.concurrent.ExecutorService} says.
 */
public final class GoroutineExecutor extends AbstractExecutorService {

    /** A bit in the count of tasks: no more are accepted. */
    private static final long SHUT = 1L << 62;

    private static final String CLOSED = "the runtime of the executor is closed";

    /**
     * The last future that was made for the thread, which is about to give it to {@link #execute}, perhaps in a command
     * that completes it: an {@link java.util.concurrent.ExecutorCompletionService} wraps it so, and {@code invokeAny}
     * does, too.
     */
    private static final ThreadLocal<@Nullable Future<?>> MADE = new ThreadLocal<>();

    private final Starter starter;

    /** The bubble that this was made in, if any. */
    private final @Nullable Home home = Home.ofCaller();

    private final CancelContext context = Context.withCancel(Context.background());
    private final Channel<Void> terminated = new Channel<>(0, home);

    /** Tasks that have been accepted and have not ended, and {@link #SHUT}. */
    private final AtomicLong tasks = new AtomicLong();

    private final Set<ExecutorTask> known = ConcurrentHashMap.newKeySet();

    private volatile boolean stopping;

    /** An executor with goroutines of the caller's runtime. */
    public GoroutineExecutor() {
        this(Starter.ofCaller());
    }

    /**
     * An executor with goroutines that are started in a given way.
     *
     * @param starter how, not null: {@code runtime::go} for example, or {@code scope::go}
     */
    public GoroutineExecutor(Starter starter) {
        this.starter = Objects.requireNonNull(starter, "starter");
    }

    /**
     * An executor that can be neither shut down nor waited for: each command is a goroutine of the runtime of whoever
     * calls this method. When that runtime is closed, the executor refuses a command as any other does: by a
     * {@link RejectedExecutionException}.
     */
    public static Executor unmanaged() {
        Starter starter = Starter.ofCaller();
        return command -> {
            Objects.requireNonNull(command, "command");
            try {
                starter.go(command::run);
            } catch (RuntimeClosedException e) {
                throw new RejectedExecutionException(CLOSED + ": it takes no " + Safely.text(command), e);
            }
        };
    }

    /**
     * For tasks that want to know of the end. Cancelled by {@link #shutdownNow()}, and just after the service has
     * terminated: by the goroutine of the last task, or by whoever shuts the service down when there is none. What an
     * action of {@link Context#onDone} throws is a failure of that goroutine, or comes out of {@link #shutdown()}.
     */
    public Context context() {
        return context;
    }

    /** Closed when the service has terminated, for a select. */
    public RecvChan<Void> done() {
        return terminated;
    }

    // ---------------------------------------------------------------- tasks

    /**
     * Runs a command in a new goroutine. Does not wait.
     *
     * @param command not null
     * @throws RejectedExecutionException if this has been shut down, or the runtime or the scope is closed
     */
    @Override
    public void execute(Runnable command) {
        Objects.requireNonNull(command, "command");
        StackRoom.requireTwice(); // to start it, or to take it out again
        Future<?> future = MADE.get();
        MADE.remove();
        if (tasks.getAndUpdate(n -> n >= SHUT ? n : n + 1) >= SHUT) {
            Checkpoint.passAtAnEnd(); // another goroutine that is unwound may have shut it down
            throw new RejectedExecutionException(
                    "the executor has been shut down: it takes no " + Safely.text(command));
        }
        ExecutorTask task = new ExecutorTask(this, command, command instanceof ExecutorFuture ? null : future);
        known.add(task);
        try {
            start(task);
        } catch (Throwable outcome) {
            if (task.giveUp()) { // else it tells of its end itself
                Told.after(outcome, () -> left(task));
            }
            throw outcome;
        }
    }

    private void start(ExecutorTask task) {
        try {
            Attended.during(task, () -> starter.go(task));
        } catch (IllegalStateException e) {
            if (!task.giveUp()) { // the starter itself may have run it
                throw e;
            }
            Checkpoint.passAtAnEnd(); // another goroutine that is unwound may have closed the scope
            String why = e instanceof RuntimeClosedException ? CLOSED : "the executor cannot start a goroutine";
            throw new RejectedExecutionException(why + ": it takes no " + Safely.text(task.command), e);
        }
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Runnable task, T value) {
        return toBeExecuted(new ExecutorFuture<>(task, value, home));
    }

    @Override
    protected <T extends @Nullable Object> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return toBeExecuted(new ExecutorFuture<>(task, home));
    }

    private <T extends @Nullable Object> ExecutorFuture<T> toBeExecuted(ExecutorFuture<T> future) {
        MADE.set(future);
        return future;
    }

    // ---------------------------------------------------------------- several

    @Override
    public <T extends @Nullable Object> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit) throws InterruptedException {
        if (!Outside.parks(home)) {
            return super.invokeAll(tasks, timeout, unit);
        }
        List<ExecutorFuture<T>> futures = new ArrayList<>();
        try (CancelContext limit = limit(timeout, unit)) {
            for (Callable<T> task : Objects.requireNonNull(tasks, "tasks")) {
                futures.add(new ExecutorFuture<>(task, home));
            }
            for (ExecutorFuture<T> future : futures) {
                limit.throwIfCancelled();
                execute(future);
            }
            for (ExecutorFuture<T> future : futures) {
                future.awaitEnd(limit);
            }
        } catch (CancelledException timeIsOver) {
            return new ArrayList<>(futures);
        } finally {
            futures.forEach(future -> future.cancel(true)); // those that are not done
        }
        return new ArrayList<>(futures);
    }

    @Override
    public <T extends @Nullable Object> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        if (!Outside.parks(home)) {
            return super.invokeAny(tasks);
        }
        try {
            return new FirstSuccess<T>(this, home).of(tasks, null);
        } catch (TimeoutException e) {
            throw new AssertionError("without a limit", e);
        }
    }

    @Override
    public <T extends @Nullable Object> T invokeAny(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!Outside.parks(home)) {
            return super.invokeAny(tasks, timeout, unit);
        }
        try (CancelContext limit = limit(timeout, unit)) {
            return new FirstSuccess<T>(this, home).of(tasks, limit);
        }
    }

    private static CancelContext limit(long timeout, TimeUnit unit) {
        return Context.withTimeout(
                Context.background(),
                Duration.ofNanos(Objects.requireNonNull(unit, "unit").toNanos(timeout)));
    }

    // ---------------------------------------------------------------- ends of tasks

    /** A task has ended, or never will begin; may be told again. Runs users' code. */
    void left(ExecutorTask task) {
        if (isLast(task)) {
            terminate();
        }
    }

    /** As {@link #left}, by an M in the midst of the runtime. */
    void leftInTheMidst(ExecutorTask task) {
        if (isLast(task)) {
            terminated.closeIfOpen();
            Aside.run(context::cancel);
        }
    }

    /** Takes a task out, and tells whether the service has terminated by that. */
    private boolean isLast(ExecutorTask task) {
        return known.remove(task) && tasks.decrementAndGet() == SHUT;
    }

    boolean isStopping() {
        return stopping;
    }

    // ---------------------------------------------------------------- the end

    /**
     * Takes no more tasks; those that it has taken run on. Does not wait for them. If there are none, it cancels
     * {@link #context()}.
     */
    @Override
    public void shutdown() {
        if (tasks.getAndUpdate(n -> n | SHUT) == 0) {
            terminate();
        }
    }

    /**
     * Takes no more tasks, cancels {@link #context()}, and interrupts the goroutines of all running tasks. The
     * interrupt ends waits in the JDK and those operations of Runnel that say so; plain sends and receives wait on,
     * with the interrupt status set. Does not wait. If an action of that context fails, what it throws comes out of
     * this method, and tasks that have not begun do run, interrupted: nobody would get them back.
     *
     * @return the commands that have not begun, and never will
     */
    @Override
    public List<Runnable> shutdownNow() {
        stopping = true;
        shutdown();
        List<Runnable> neverBegun = new ArrayList<>();
        boolean gives = false;
        try {
            context.cancel();
            gives = true;
        } finally { // if it gives nothing back it takes nothing: waiters for a task that has not begun are told
            for (ExecutorTask task : known) {
                if (gives && task.take()) {
                    neverBegun.add(task.command);
                } else {
                    task.interrupt();
                }
            }
        }
        return neverBegun;
    }

    private void terminate() {
        try {
            terminated.closeIfOpen();
        } finally {
            context.cancel();
        }
    }

    @Override
    public boolean isShutdown() {
        return tasks.get() >= SHUT;
    }

    /** Whether it was shut down and all tasks have ended; the goroutine of the last one may still be about to end. */
    @Override
    public boolean isTerminated() {
        return tasks.get() == SHUT;
    }

    /**
     * Waits until it was shut down and all tasks have ended, as {@link #isTerminated()} says.
     *
     * @return whether that is so; false if the time was over first
     * @throws InterruptedException if the thread was interrupted
     */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(unit, "unit");
        return terminated.tryRecv(Duration.ofNanos(unit.toNanos(timeout))).isClosed()
                || isTerminated(); // and about to say so
    }

    @Override
    public String toString() {
        long now = tasks.get();
        String state = now == SHUT ? "terminated" : now > SHUT ? "shut down" : "open";
        return "GoroutineExecutor[" + state + ", " + (now & ~SHUT) + " tasks]";
    }
}
