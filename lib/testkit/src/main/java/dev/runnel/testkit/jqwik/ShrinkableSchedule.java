package dev.runnel.testkit.jqwik;

import dev.runnel.testkit.Schedule;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/** An edge case that shrinks: jqwik's own edge cases of a mapped list do not. */
record ShrinkableSchedule(Schedule value) implements Shrinkable<Schedule> {

    @Override
    public Stream<Shrinkable<Schedule>> shrink() {
        List<Integer> picks = value.picks();
        int n = picks.size();
        Stream<List<Integer>> beginnings = IntStream.iterate(0, i -> i < n, i -> i + Math.max(1, (n - i) / 2))
                .mapToObj(i -> picks.subList(0, i));
        Stream<List<Integer>> quieter = IntStream.iterate(n, size -> size > 0, size -> size / 2)
                .boxed()
                .flatMap(size -> IntStream.iterate(0, from -> from < n, from -> from + size)
                        .mapToObj(from -> zeroed(picks, from, from + size)));
        return Stream.concat(beginnings, quieter)
                .map(Schedule::of)
                .filter(simpler -> !simpler.equals(value))
                .map(ShrinkableSchedule::new);
    }

    private static List<Integer> zeroed(List<Integer> picks, int from, int to) {
        return IntStream.range(0, picks.size())
                .mapToObj(i -> i >= from && i < to ? Integer.valueOf(0) : picks.get(i))
                .toList();
    }

    @Override
    public ShrinkingDistance distance() {
        long preemptions = value.picks().stream().filter(pick -> pick != 0).count();
        return ShrinkingDistance.of(preemptions, value.length());
    }
}
