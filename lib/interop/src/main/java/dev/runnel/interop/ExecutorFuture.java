package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Goexit;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** The future of a task of an executor service: cancelled if the goroutine is unwound before the task is done. */
final class ExecutorFuture<T extends @Nullable Object> extends FutureTask<T> {

    ExecutorFuture(Callable<T> task) {
        super(task);
    }

    ExecutorFuture(Runnable task, T value) {
        super(task, value);
    }

    @Override
    protected void setException(Throwable thrown) {
        if (Goexit.is(thrown)) {
            cancel(false);
        } else {
            super.setException(thrown);
        }
    }
}
