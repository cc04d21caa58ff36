package dev.runnel.runtime.channel;

import dev.runnel.channel.RecvChan;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** One pass of Go's {@code range} over a channel. It keeps no value longer than from {@code hasNext} to {@code next}. */
final class Range<T> implements Iterator<T> {

    private final RecvChan<T> channel;
    private @Nullable T ahead;
    private boolean over;

    Range(RecvChan<T> channel) {
        this.channel = channel;
    }

    static <T> Stream<T> stream(RecvChan<T> channel) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(new Range<>(channel), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && !over) {
            ahead = channel.recvOrNull();
            over = ahead == null;
        }
        return ahead != null;
    }

    @Override
    public T next() {
        T value = hasNext() ? ahead : null;
        if (value == null) {
            throw new NoSuchElementException("the channel is closed and drained");
        }
        ahead = null;
        return value;
    }
}
