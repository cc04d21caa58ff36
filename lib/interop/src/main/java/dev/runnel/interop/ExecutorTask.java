package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Task;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A command of an executor service. Its goroutine may be interrupted while it runs and not after, when the thread belongs to another
 * goroutine.
 */
final class ExecutorTask implements Task {

    private enum State {
        NEW,
        RUNNING,
        INTERRUPTING,
        TAKEN,
        ENDED
    }

    final Runnable command;
    private final GoroutineExecutor executor;
    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    /** Written before the state is running. */
    private @Nullable Thread thread;

    ExecutorTask(GoroutineExecutor executor, Runnable command) {
        this.executor = executor;
        this.command = command;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        if (!state.compareAndSet(State.NEW, State.RUNNING)) {
            return;
        }
        try {
            if (executor.isStopping()) {
                Thread.currentThread().interrupt(); // it may not have been known yet to who interrupted all
            }
            command.run();
        } finally {
            while (!state.compareAndSet(State.RUNNING, State.ENDED)) {
                Thread.yield();
            }
        }
    }

    /** By its M, in the midst of the runtime. */
    @Override
    public void ended(boolean endsTheRun) {
        if (take() && command instanceof Future<?> future) {
            ForkJoinPool.commonPool().execute(() -> future.cancel(false)); // runs code of the user
        }
        executor.left(this);
    }

    /** Whether it has not begun; then it never will. */
    boolean take() {
        return state.compareAndSet(State.NEW, State.TAKEN);
    }

    /** If it runs. */
    void interrupt() {
        if (state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
            Thread runs = thread;
            if (runs != null) {
                runs.interrupt();
            }
            state.set(State.RUNNING);
        }
    }
}
