package dev.runnel.net;

import dev.runnel.Runtimes;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * However reads and writes of a pipe are given up, what has gone according to a buffer's position, and nothing else, is
 * read once and in order.
 */
class DisturbedPipeProps {

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void oneReader_getsEachByteOnceAndInOrder(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int procs,
            @ForAll @IntRange(max = 40) int buffer,
            @ForAll @IntRange(min = 1, max = 3) int writers) {
        Runtimes.run(procs, () -> new DisturbedPipe(seed, buffer, writers, 1).run());
    }

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void severalReaders_getAllBytes(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int procs,
            @ForAll @IntRange(max = 40) int buffer,
            @ForAll @IntRange(min = 1, max = 3) int writers) {
        Runtimes.run(procs, () -> new DisturbedPipe(seed, buffer, writers, 3).run());
    }
}
