package dev.runnel.runtime.channel;

import dev.runnel.channel.RecvChan;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * One pass of Go's {@code range} over a channel, or over anything else that gives values until it gives none. It keeps
 * no value longer than from {@code hasNext} to {@code next}.
 */
final class Range<T> implements Iterator<T> {

    /** A receive. */
    @FunctionalInterface
    interface Source<T> {
        /** The next value; null if there is none, and there will be none. */
        @Nullable T next();
    }

    private final Source<T> source;
    private final String end;
    private @Nullable T ahead;
    private boolean over;

    /** A pass that nothing but the end of the channel ends. */
    Range(Source<T> source) {
        this(source, "the channel is closed and drained");
    }

    private Range(Source<T> source, String end) {
        this.source = source;
        this.end = end;
    }

    /** A pass that a cancellation may end, too. */
    static <T> Range<T> cancellable(Source<T> source) {
        return new Range<>(source, "the channel is closed and drained, or the loop was cancelled");
    }

    static <T> Stream<T> stream(RecvChan<T> channel) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new Range<>(channel::recvOrNull), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && !over) {
            ahead = source.next();
            over = ahead == null;
        }
        return ahead != null;
    }

    @Override
    public T next() {
        T value = hasNext() ? ahead : null;
        if (value == null) {
            throw new NoSuchElementException(end);
        }
        ahead = null;
        return value;
    }
}
