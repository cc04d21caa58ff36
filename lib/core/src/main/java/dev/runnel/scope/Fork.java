package dev.runnel.scope;

import dev.runnel.runtime.scheduler.Checkpoint;
import dev.runnel.runtime.scheduler.Goexit;
import dev.runnel.select.Producer;
import io.vavr.control.Try;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A goroutine of a {@link Scope}, and its result.
 *
 * @param <T> the type of its result
 */
public final class Fork<T> {

    /** The task, until it runs: whoever keeps a fork for its result keeps no more than that. */
    private @Nullable Producer<? extends T> task;

    private volatile @Nullable Try<T> result;

    Fork(Producer<? extends T> task) {
        this.task = task;
    }

    /** Runs the task; returns what it threw. An error goes on. */
    @Nullable Exception run() {
        Producer<? extends T> mine = Objects.requireNonNull(task, "the task has run");
        task = null;
        try {
            ends(Try.success(mine.get()));
            return null;
        } catch (InterruptedException interrupt) {
            ends(Try.failure(
                    new IllegalStateException("the task was interrupted", interrupt))); // a Try throws the bare one
            return interrupt;
        } catch (Exception failure) {
            if (Goexit.is(failure)) {
                Goexit.ofCaller(); // wrapped by a method that was called by reflection, say
            }
            ends(Try.failure(failure));
            return failure;
        }
    }

    /** Whoever was told something by the task may ask for the result before it is there. */
    private void ends(Try<T> with) {
        Checkpoint.look(this);
        result = with;
    }

    /** The task was left by an error, and its run does not end by that, or has ended. */
    void left(IllegalStateException told) {
        result = Try.failure(told);
    }

    /**
     * The result as a value. Does not wait. After {@link Scope#join()}, even one that threw, the result is there;
     * before that, only if the task happens to have ended. So whoever forgets to join is not always told.
     *
     * @return what the task returned, or the exception that it threw; for an {@code InterruptedException} an
     *     {@code IllegalStateException} with that as its cause, as no {@code Try} can hold it; for an {@code Error} the
     *     exception that {@code join} throws
     * @throws IllegalStateException if the task has not ended, or ended without either: by {@code goexit}, or with its
     *     runtime
     */
    public Try<T> result() {
        Checkpoint.look(this);
        Try<T> mine = result;
        if (mine == null) {
            Checkpoint.passAtAnEnd(); // the caller's runtime may have ended the task
            throw new IllegalStateException(
                    "the task has no result: it has not ended, and its scope is to be joined first, or it ended by goexit, or with its runtime");
        }
        return mine;
    }

    /**
     * What the task returned. Does not wait, as {@link #result()}.
     *
     * @throws IllegalStateException if there is none; its cause is what the task threw
     */
    public T get() {
        Try<T> mine = result();
        if (mine.isFailure()) {
            throw new IllegalStateException("the task has failed", mine.getCause());
        }
        return mine.get();
    }

    /** Whether there is a result, and of what kind a failure is; not the result itself. */
    @Override
    public String toString() {
        Try<T> mine = result;
        if (mine == null) {
            return "Fork (no result)";
        }
        return mine.isSuccess()
                ? "Fork (done)"
                : "Fork (failed: " + mine.getCause().getClass().getName() + ")";
    }
}
