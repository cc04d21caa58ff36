package dev.runnel.runtime.channel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose maker learns that a receiver cancels it, even while nobody sends.
 *
 * @param <T> the type of the values
 */
public final class HeededChan<T> extends Channel<T> {

    private final Consumer<Runnable> heed;

    /**
     * A channel of the caller's bubble, if the caller is in one.
     *
     * @param capacity how many values the buffer holds
     * @param heed is given, in the receiver's thread, the action that cancels the channel, and has to run it; before
     *     that it does what must have been done by the time others see the end
     */
    public HeededChan(int capacity, Consumer<Runnable> heed) {
        super(capacity);
        this.heed = heed;
    }

    @Override
    void cancelNow(@Nullable Throwable cause) {
        heed.accept(() -> super.cancelNow(cause));
    }

    /** Whether it was a receiver that ended it. */
    public boolean isCancelled() {
        End how = closed ? end : null;
        return how != null && how.isCancelled();
    }
}
