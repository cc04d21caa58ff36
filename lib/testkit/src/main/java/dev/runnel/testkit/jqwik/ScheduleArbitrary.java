package dev.runnel.testkit.jqwik;

import dev.runnel.testkit.Schedule;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.Tuple;

/**
 * Schedules: half of them at random throughout, half with a preemption here and there. They shrink as lists of numbers
 * do, to fewer and smaller answers, and so mostly to fewer preemptions, too. The edge cases are no preemption at all,
 * one at each call, and one at each second. They have {@value #LONGEST} answers at most, none of them above
 * {@value #MOST}.
 */
final class ScheduleArbitrary implements Arbitrary<Schedule> {

    private static final int LONGEST = 200;
    private static final int MOST = 7;

    private final Arbitrary<Schedule> lists = lists();

    private static Arbitrary<Schedule> lists() {
        Arbitrary<Integer> any = Arbitraries.integers().between(0, MOST);
        Arbitrary<Integer> seldom = Arbitraries.frequencyOf(Tuple.of(9, Arbitraries.just(0)), Tuple.of(1, any));
        return Arbitraries.oneOf(any.list().ofMaxSize(LONGEST), seldom.list().ofMaxSize(LONGEST))
                .map(Schedule::of);
    }

    @Override
    public RandomGenerator<Schedule> generator(int genSize) {
        return lists.generator(genSize);
    }

    @Override
    public EdgeCases<Schedule> edgeCases(int maxEdgeCases) {
        List<Supplier<Shrinkable<Schedule>>> all =
                List.of(() -> edge(i -> 0), () -> edge(i -> 1), () -> edge(i -> i % 2));
        return EdgeCases.fromSuppliers(all.subList(0, Math.min(maxEdgeCases, all.size())));
    }

    private static Shrinkable<Schedule> edge(IntUnaryOperator pick) {
        int[] picks = IntStream.range(0, LONGEST).map(pick).toArray();
        return new ShrinkableSchedule(Schedule.of(picks));
    }
}
