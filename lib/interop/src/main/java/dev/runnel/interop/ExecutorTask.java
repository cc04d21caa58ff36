package dev.runnel.interop;

import dev.runnel.runtime.scheduler.Aside;
import dev.runnel.runtime.scheduler.Attended;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A command of an executor service. Its goroutine may be interrupted while the command runs, but not afterwards, when
 * the thread belongs to another goroutine. The goroutine tells of its end, wherever the starter has it run. This task
 * is told that it never begins as a {@link Skippable}, and if the starter has wrapped it, as an attendant of the call
 * that starts it.
 */
final class ExecutorTask implements Skippable, Attended.Attendant {

    private enum State {
        NEW,
        RUNNING,
        INTERRUPTING,
        TAKEN,
        ENDED
    }

    final Runnable command;
    private final GoroutineExecutor executor;

    /** The future that the command completes, if the command is not that future itself. */
    private final @Nullable Future<?> inner;

    private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

    /** Written before the state is running. */
    private volatile @Nullable Thread thread;

    ExecutorTask(GoroutineExecutor executor, Runnable command, @Nullable Future<?> inner) {
        this.executor = executor;
        this.command = command;
        this.inner = inner;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            if (state.compareAndSet(State.NEW, State.RUNNING)) {
                runCommand();
            }
        } catch (Throwable outcome) {
            Told.after(outcome, () -> executor.left(this));
            throw outcome;
        }
        executor.left(this);
    }

    private void runCommand() {
        try {
            if (executor.isStopping()) {
                Thread.currentThread().interrupt(); // whoever interrupted all may not have known of this one yet
            }
            command.run();
        } finally {
            while (!state.compareAndSet(State.RUNNING, State.ENDED)) {
                Thread.yield();
            }
        }
    }

    @Override
    public void skipped() {
        try {
            if (take()) {
                cancelFutures();
            }
        } finally {
            executor.left(this);
        }
    }

    /** By its M, in the midst of the runtime. */
    @Override
    public void ended(boolean endsTheRun) {
        cutOff();
        if (state.get() == State.ENDED) { // else its goroutine has said so, unless there was no memory for that
            executor.leftInTheMidst(this);
        }
    }

    /** Likewise; perhaps by the M of another goroutine, which the starter needs to start this one. */
    @Override
    public void oneEnded(boolean closing) {
        if (closing) {
            cutOff();
        }
    }

    /** If it has not begun. */
    private void cutOff() {
        try {
            if (take() && command instanceof Future<?>) {
                Aside.run(this::cancelFutures);
            }
        } finally { // also without memory, or without another thread
            if (state.get() == State.TAKEN) {
                executor.leftInTheMidst(this);
            }
        }
    }

    /** Runs users' code. */
    private void cancelFutures() {
        if (command instanceof Future<?> future) {
            if (inner != null) {
                inner.cancel(false); // first: whoever waits for the other then looks at this one
            }
            future.cancel(false);
        }
    }

    /** Whether it has not begun; then it never will. */
    boolean take() {
        return state.compareAndSet(State.NEW, State.TAKEN);
    }

    /** It is not to begin any more; tells whether it never will: it may have begun before. */
    boolean giveUp() {
        take();
        return state.get() == State.TAKEN;
    }

    /** If it runs. */
    void interrupt() {
        if (state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
            try {
                Thread runs = thread;
                if (runs != null) {
                    runs.interrupt();
                }
            } finally { // it closes what the thread waits for in a channel of the JDK's, which may fail
                state.set(State.RUNNING);
            }
        }
    }
}
