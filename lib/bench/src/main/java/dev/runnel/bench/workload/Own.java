package dev.runnel.bench.workload;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** An object that nobody else uses, and that has its cache line for itself as far as that can be had. */
final class Own {

    private static final int NEIGHBOURS = 16;

    private Own() {}

    /** One of several that were made together. */
    static <T> T of(Supplier<T> maker) {
        List<T> together = Stream.generate(maker).limit(2 * NEIGHBOURS + 1).toList();
        return together.get(NEIGHBOURS);
    }
}
