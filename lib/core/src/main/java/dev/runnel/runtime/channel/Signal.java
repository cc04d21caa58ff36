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

    /** Of what else it tells; null for a context and a goroutine. */
    private final @Nullable Object of;

    /**
     * Of the end of a context.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     */
    public Signal(@Nullable Home home) {
        this(home, 0);
    }

    /**
     * Of something else: that fewer tasks of a scope or a group run, that a future is done.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @param of what it tells of, as which it shows itself
     */
    public Signal(@Nullable Home home, Object of) {
        super(0, home);
        this.goroutine = 0;
        this.of = of;
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
        this.of = null;
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
        if (of != null) {
            return "Chan#" + id() + " (" + of + ")";
        }
        String ended = goroutine == 0 ? "a context" : "goroutine " + goroutine;
        return "Chan#" + id() + " (end of " + ended + (closed ? ", closed)" : ")");
    }
}
