package dev.runnel.interop;

import dev.runnel.Go;
import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.channel.RecvChan;
import dev.runnel.channel.TryRecv;
import dev.runnel.context.Context;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Home;
import dev.runnel.select.Producer;
import io.vavr.control.Try;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Goroutines and {@link CompletableFuture}, in both directions. A goroutine that awaits a future parks as at a channel,
 * and its P goes on with others; the future's {@code get} and {@code join} work as well, but block the goroutine in the
 * JDK.
 *
 * <p>A future may be completed from anywhere, so no deadlock is reported while a goroutine awaits one. In a bubble of
 * the test kit, and in an exploration, await only futures that their own goroutines complete: otherwise it is a
 * deadlock.
 */
public final class Futures {

    private Futures() {}

    // ---------------------------------------------------------------- await

    /**
     * Waits for a future.
     *
     * @param future not null
     * @return its value
     * @throws ExecutionException if it was completed exceptionally; the cause says how
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws InterruptedException if the thread was interrupted before the future was done
     */
    public static <T extends @Nullable Object> T await(CompletionStage<T> future)
            throws ExecutionException, InterruptedException {
        CompletableFuture<T> awaited = Objects.requireNonNull(future, "future").toCompletableFuture();
        if (!awaited.isDone()) {
            try (Completion completion = new Completion(awaited)) {
                Outside.await(completion.channel);
            }
        }
        return get(awaited);
    }

    /**
     * As {@link #await(CompletionStage)}, but waits at most for the given time. The future goes on.
     *
     * @param future not null
     * @param timeout the longest wait; zero or less does not wait
     * @throws TimeoutException if it was not done in time
     */
    public static <T extends @Nullable Object> T await(CompletionStage<T> future, Duration timeout)
            throws ExecutionException, TimeoutException, InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        CompletableFuture<T> awaited = Objects.requireNonNull(future, "future").toCompletableFuture();
        if (!awaited.isDone()) {
            try (Completion completion = new Completion(awaited)) {
                TryRecv<Void> end = completion.channel.tryRecv(timeout);
                if (end.isEmpty() && !awaited.isDone()) {
                    throw new TimeoutException("the future was not done after " + timeout);
                }
            }
        }
        return get(awaited);
    }

    /**
     * As {@link #await(CompletionStage)}, but only until the wait is cancelled, which is checked first. The future goes
     * on: giving up the wait does not cancel it.
     *
     * @param future not null
     * @param cancellation what may end the wait, a context for example
     * @throws CancelledException if the cancellation came before the future was done, or before the call
     */
    public static <T extends @Nullable Object> T await(CompletionStage<T> future, Cancellation cancellation)
            throws ExecutionException, CancelledException, InterruptedException {
        CompletableFuture<T> awaited = Objects.requireNonNull(future, "future").toCompletableFuture();
        Objects.requireNonNull(cancellation, "the cancellation is null").throwIfCancelled();
        if (!awaited.isDone()) {
            try (Completion completion = new Completion(awaited)) {
                Outside completer = Outside.mayCome();
                try {
                    Go.select()
                            .recv(completion.channel, () -> {})
                            .recv(cancellation.done(), () -> {})
                            .runInterruptibly();
                } finally {
                    completer.stop();
                }
            }
            if (!awaited.isDone()) {
                cancellation.throwIfCancelled();
            }
        }
        return get(awaited);
    }

    /**
     * The outcome of a future that is done. If it has failed and the caller's runtime is closing, the caller is
     * unwound: the closing may have ended the goroutine that was to complete the future.
     */
    private static <T extends @Nullable Object> T get(CompletableFuture<T> done)
            throws ExecutionException, InterruptedException {
        if (done.isCompletedExceptionally()) {
            Checkpoint.passAtAnEnd();
        }
        return done.get();
    }

    /**
     * A channel that is closed when a future is done. If this is closed before that, it leaves nothing behind at the
     * future: what is completed by the first of two futures is taken off the other one.
     */
    private static final class Completion implements BiConsumer<@Nullable Object, @Nullable Throwable>, AutoCloseable {

        final Channel<Void> channel = new Signal(Home.ofCaller(), "a future");
        private final CompletableFuture<Void> givenUp = new CompletableFuture<>();

        @SuppressWarnings("FutureReturnValueIgnored") // nobody uses the stage that this gives
        Completion(CompletableFuture<?> future) {
            CompletableFuture.anyOf(future, givenUp).whenComplete(this);
        }

        @Override
        public void accept(@Nullable Object value, @Nullable Throwable failure) {
            channel.closeIfOpen();
        }

        @Override
        public void close() {
            givenUp.complete(null);
        }
    }

    // ---------------------------------------------------------------- futures as channels

    /**
     * A channel that gives the outcome of a future once, and is then closed; for a select. What a {@code Try} cannot
     * hold, an {@code InterruptedException} for example, is the cause of an {@link ExecutionException} in it, as
     * {@link Tries} says.
     *
     * @param future not null
     * @return a channel with a buffer of 1: the future does not wait for a reader
     */
    public static <T> RecvChan<Try<T>> channel(CompletionStage<T> future) {
        Objects.requireNonNull(future, "future");
        Channel<Try<T>> once = new Channel<>(1);
        @SuppressWarnings("unused") // nobody uses the stage that this gives
        CompletionStage<T> next = future.whenComplete((value, failure) -> {
            Try<T> outcome = failure == null ? Try.success(value) : Tries.failure(unwrapped(failure));
            try {
                Told.surely(() -> once.trySend(outcome));
            } finally {
                once.closeIfOpen();
            }
        });
        return once;
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    // ---------------------------------------------------------------- goroutines as futures

    /** What a goroutine does for a future, with a context that ends when nobody wants the result any more. */
    @FunctionalInterface
    public interface ContextTask<R extends @Nullable Object> {

        /** The result. */
        R run(Context context) throws Exception;
    }

    /**
     * A goroutine's result as a future. What the task throws, an {@code Error} included, completes the future
     * exceptionally, and is no failure of the goroutine. If the goroutine is cut off, as its runtime closes or by
     * {@code goexit}, the future is cancelled.
     *
     * @param task what the goroutine does, not null
     * @return a future whose dependents run in that goroutine, unless they are async
     */
    public static <T extends @Nullable Object> CompletableFuture<T> goFuture(Producer<? extends T> task) {
        Objects.requireNonNull(task, "task");
        return goFuture(Context.background(), context -> task.get());
    }

    /**
     * As {@link #goFuture(Producer)}, with a context that is cancelled when the future is completed: by {@code cancel},
     * {@code orTimeout}, or anybody else. It is up to the task to end then; nothing is interrupted. What an action of
     * {@link Context#onDone} throws then is logged. The JDK runs dependents of the future first, unless they are async:
     * one that waits for the task to end must be async.
     *
     * @param parent the context from which the task's is derived, not null; its end does not complete the future, the
     *     task does
     * @param task what the goroutine does, not null
     */
    public static <T extends @Nullable Object> CompletableFuture<T> goFuture(
            Context parent, ContextTask<? extends T> task) {
        Objects.requireNonNull(task, "task");
        ResultTask<T> result = new ResultTask<>(parent, task);
        try {
            Go.go(result);
        } catch (Throwable t) {
            result.giveUp();
            throw t;
        }
        return result.future;
    }
}
