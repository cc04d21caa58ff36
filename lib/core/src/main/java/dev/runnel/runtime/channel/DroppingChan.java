package dev.runnel.runtime.channel;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel that drops what comes while its buffer is full.
 *
 * @param <T> the type of the values
 */
final class DroppingChan<T> extends CountedChan<T> {

    DroppingChan(int capacity, @Nullable Consumer<? super T> undelivered) {
        super(capacity, 1, undelivered);
    }

    @Override
    boolean overflow(Object value, Polled into) {
        drop(value, into);
        return true;
    }

    @Override
    void checkKind() {
        super.checkKind();
        checkNobodyWaitsToSend();
    }
}
