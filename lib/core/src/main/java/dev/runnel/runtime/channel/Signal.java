package dev.runnel.runtime.channel;

import dev.runnel.runtime.scheduler.Home;
import org.jspecify.annotations.Nullable;

/**
 * A channel that is closed to say that something has happened: to all who ask. One of them must not be able to say so
 * to the others, also if it takes what it has for the channel that it is: only {@link #closeIfOpen} does.
 */
public final class Signal extends Channel<Void> {

    /**
     * The number of the goroutine that has ended when it is closed, and not that itself, which it may outlive; 0 for a
     * context.
     */
    private final long goroutine;

    /** Whose tasks become fewer when it is closed; null for a context and a goroutine. */
    private final @Nullable Object tasksOf;

    /**
     * Of the end of a context.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     */
    public Signal(@Nullable Home home) {
        this(home, 0);
    }

    /**
     * Of the tasks of a scope or a group, of which fewer run.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @param tasksOf what they belong to, as which it shows itself
     */
    public Signal(@Nullable Home home, Object tasksOf) {
        super(0, home);
        this.goroutine = 0;
        this.tasksOf = tasksOf;
    }

    /**
     * Of the end of a goroutine.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @param goroutine its number
     */
    public Signal(@Nullable Home home, long goroutine) {
        super(0, home);
        this.goroutine = goroutine;
        this.tasksOf = null;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("close of a signal, which only tells what happens elsewhere");
    }

    @Override
    public void close(Throwable cause) {
        close();
    }

    @Override
    public void cancel() {
        throw new UnsupportedOperationException("cancel of a signal, which many may wait for");
    }

    @Override
    public void cancel(Throwable cause) {
        cancel();
    }

    /** Says in a dump who waits for what; of length and capacity there is nothing to know. */
    @Override
    public String toString() {
        if (tasksOf != null) {
            return "Chan#" + id() + " (" + tasksOf + ")";
        }
        String of = goroutine == 0 ? "a context" : "goroutine " + goroutine;
        return "Chan#" + id() + " (end of " + of + (closed ? ", closed)" : ")");
    }
}
