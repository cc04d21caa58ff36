package dev.runnel.runtime.channel;

import dev.runnel.runtime.scheduler.Home;
import org.jspecify.annotations.Nullable;

/**
 * A channel that is closed to tell all who ask that something has happened. None of them must be able to tell the
 * others so, even if it uses what it has as the channel that it is: only {@link #closeIfOpen} does that.
 */
public final class Signal extends Channel<Void> {

    /**
     * The number of the goroutine that has ended when this is closed; 0 for a context. It is not the goroutine itself,
     * since this may outlive it.
     */
    private final long goroutine;

    /** Whether it is the end of a context that a deadline will end. */
    private final boolean limited;

    /** What else it tells of; null for a context and a goroutine. */
    private final @Nullable Object of;

    /**
     * A signal of the end of a context.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     */
    public Signal(@Nullable Home home) {
        this(home, false);
    }

    /**
     * Of the end of a context.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @param limited whether the passing of time will end it
     */
    public Signal(@Nullable Home home, boolean limited) {
        super(0, home);
        this.goroutine = 0;
        this.of = null;
        this.limited = limited;
    }

    /**
     * A signal of something else: that fewer tasks of a scope or a group run, or that a future is done.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @param of what it tells of, which its text shows
     */
    public Signal(@Nullable Home home, Object of) {
        super(0, home);
        this.goroutine = 0;
        this.of = of;
        this.limited = false;
    }

    /**
     * A signal of the end of a goroutine.
     *
     * @param home the bubble whose goroutines alone may use it; null if all may
     * @param goroutine its number
     */
    public Signal(@Nullable Home home, long goroutine) {
        super(0, home);
        this.goroutine = goroutine;
        this.of = null;
        this.limited = false;
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

    @Override
    public boolean hasLimit() {
        return limited;
    }

    /** Says in a dump what is waited for; its length and capacity would tell nothing. */
    @Override
    public String toString() {
        if (of != null) {
            return "Chan#" + id() + " (" + of + ")";
        }
        String ended = goroutine == 0 ? "a context" : "goroutine " + goroutine;
        return "Chan#" + id() + " (end of " + ended + (closed ? ", closed)" : ")");
    }
}
