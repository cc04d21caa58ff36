package dev.runnel.runtime.channel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose buffer drops its oldest value for a new one.
 *
 * @param <T> the type of the values
 */
final class SlidingChan<T> extends CountedChan<T> {

    SlidingChan(int capacity, @Nullable Consumer<? super T> undelivered) {
        super(capacity, 1, undelivered);
    }

    /** In one step: whoever looks without the lock must not find it empty in between. */
    @Override
    boolean overflow(Object value, Polled into) {
        drop(buffer.exchange(value), into);
        return true;
    }

    @Override
    void checkKind() {
        super.checkKind();
        checkNobodyWaitsToSend();
    }
}
