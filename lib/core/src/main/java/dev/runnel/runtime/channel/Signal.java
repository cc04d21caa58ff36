package dev.runnel.runtime.channel;

import dev.runnel.runtime.scheduler.Home;
import org.jspecify.annotations.Nullable;

/**
 * A channel that is closed to say that something has happened: to all who ask. One of them must not be able to say so to
 * the others.
 */
public final class Signal extends Channel<Void> {

    /**
     * @param home the bubble whose goroutines alone may use it; null if all may
     */
    public Signal(@Nullable Home home) {
        super(0, home);
    }

    @Override
    public void cancel() {
        throw new UnsupportedOperationException("cancel of a signal, which many may wait for");
    }

    @Override
    public void cancel(Throwable cause) {
        cancel();
    }
}
