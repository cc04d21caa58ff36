package dev.runnel.interop;

import dev.runnel.channel.Cancellation;
import dev.runnel.channel.CancelledException;
import dev.runnel.runtime.channel.Channel;
import dev.runnel.runtime.channel.Signal;
import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.runtime.scheduler.Home;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The future of a task of an executor service: cancelled if the goroutine is unwound before the task is done. A
 * goroutine that waits for it parks as at a channel; all others block as with any {@code FutureTask}.
 */
class ExecutorFuture<T extends @Nullable Object> extends FutureTask<T> {

    private final @Nullable Home home;

    /** Closed at the end; made by the first goroutine that waits. */
    private final AtomicReference<@Nullable Channel<Void>> end = new AtomicReference<>();

    /** @param home the bubble of the executor; null if it is of none */
    ExecutorFuture(Callable<T> task, @Nullable Home home) {
        super(Objects.requireNonNull(task, "a task"));
        this.home = home;
    }

    /** @param home the bubble of the executor; null if it is of none */
    ExecutorFuture(Runnable task, T value, @Nullable Home home) {
        super(task, value);
        this.home = home;
    }

    @Override
    protected void setException(Throwable thrown) {
        if (Goexit.is(thrown)) {
            cancel(false);
        } else {
            super.setException(thrown);
        }
    }

    @Override
    protected void done() {
        Channel<Void> told = end.get();
        if (told != null) {
            told.closeIfOpen();
        }
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (!isDone() && Outside.parks(home)) {
            Outside.await(end());
        }
        passIfCancelled();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Objects.requireNonNull(unit, "unit");
        if (!isDone()) {
            if (!Outside.parks(home)) {
                return super.get(timeout, unit);
            }
            end().tryRecv(Duration.ofNanos(unit.toNanos(timeout)));
        }
        passIfCancelled();
        return super.get(0, unit);
    }

    /** If the caller's runtime is closing, the caller is unwound: the closing may have cancelled this. */
    private void passIfCancelled() {
        if (isCancelled()) {
            Checkpoint.passAtAnEnd();
        }
    }

    /** Waits until it is done, in whatever way; only for a goroutine that {@linkplain Outside#parks parks}. */
    void awaitEnd(Cancellation cancellation) throws CancelledException, InterruptedException {
        if (!isDone()) {
            end().recv(cancellation);
        }
    }

    private Channel<Void> end() {
        Channel<Void> channel = end.get();
        if (channel == null) {
            Channel<Void> fresh = new Signal(home, "a future");
            channel = end.compareAndSet(null, fresh) ? fresh : Objects.requireNonNull(end.get());
        }
        if (isDone()) { // and may not have found the channel
            channel.closeIfOpen();
        }
        return channel;
    }
}
