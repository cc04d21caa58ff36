package dev.runnel.interop;

import dev.runnel.channel.SendChan;
import dev.runnel.context.Context;
import java.util.Iterator;
import java.util.Objects;
import java.util.stream.Stream;

/** Feeds that send what an iterator gives. */
final class Iterators {

    private Iterators() {}

    static <T> Feed<T> feed(Iterable<? extends T> values) {
        Objects.requireNonNull(values, "values");
        return (out, context) -> send(values.iterator(), out, context);
    }

    static <T> Feed<T> feed(Stream<? extends T> values) {
        Objects.requireNonNull(values, "values");
        return (out, context) -> {
            try (values) {
                send(values.iterator(), out, context);
            }
        };
    }

    private static <T> void send(Iterator<? extends T> values, SendChan<T> out, Context context) throws Exception {
        Objects.requireNonNull(values, "the iterator is null");
        while (context.err().isEmpty() && values.hasNext()) {
            out.send(values.next(), context);
        }
    }
}
