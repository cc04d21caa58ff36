package dev.runnel.conformance.model;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.GoRuntime;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.RuntimeConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/**
 * Random programs on the scheduler as it is. Property {@code runnel.model.runs}: how often each program is run;
 * {@code jqwik.tries.default}: how many programs there are.
 */
class RealSchedulerProps {

    private static final int RUNS = Integer.getInteger("runnel.model.runs", 3);
    private static final int RUNTIMES = 200;
    private static final int DEADLOCKS = 100;

    private static final Map<Integer, GoRuntime> SHARED = new ConcurrentHashMap<>();

    @Provide
    Arbitrary<Program> programs() {
        return Programs.any();
    }

    @Provide
    Arbitrary<Integer> procs() {
        return Arbitraries.of(1, 2, 4);
    }

    @Provide
    Arbitrary<List<Runner>> runners() {
        return Arbitraries.frequency(
                        Tuple.of(4, Runner.GOROUTINE), Tuple.of(1, Runner.PLATFORM), Tuple.of(1, Runner.VIRTUAL))
                .list()
                .ofSize(Programs.MOST_PARTICIPANTS);
    }

    @Property(shrinking = ShrinkingMode.BOUNDED)
    void goroutines_areLinearizable(@ForAll("programs") Program program, @ForAll("procs") int procs) {
        GoRuntime runtime = shared(procs);
        for (int i = 0; i < RUNS; i++) {
            Crew.run(runtime, program, List.of());
        }
    }

    @Property(shrinking = ShrinkingMode.BOUNDED)
    void goroutinesAndForeignThreads_areLinearizable(
            @ForAll("programs") Program program, @ForAll("procs") int procs, @ForAll("runners") List<Runner> runners) {
        GoRuntime runtime = shared(procs);
        for (int i = 0; i < RUNS; i++) {
            Crew.run(runtime, program, runners);
        }
    }

    @Property(tries = RUNTIMES, shrinking = ShrinkingMode.BOUNDED)
    void freshRuntime_isLinearizable(@ForAll("programs") Program program, @ForAll("procs") int procs) {
        try (GoRuntime runtime = new GoRuntime(RuntimeConfig.fromProperties().withProcs(procs))) {
            Crew.run(runtime, program, List.of());
        }
    }

    /** A deadlock is reported if, and only if, in the model everybody that is left waits. */
    @Property(tries = DEADLOCKS, shrinking = ShrinkingMode.BOUNDED)
    void deadlock_isReportedWhenNobodyCanProceed(@ForAll("programs") Program program, @ForAll("procs") int procs) {
        Execution execution = new Execution(program, true);
        try {
            Go.run(
                    RuntimeConfig.fromProperties().withProcs(procs),
                    () -> IntStream.range(0, execution.size())
                            .mapToObj(part -> Go.go(() -> execution.take(part)))
                            .toList()
                            .forEach(GoHandle::join));
        } catch (DeadlockException e) {
            if (execution.isFinished()) {
                throw e;
            }
        }
        Checker.check(program, execution.history(true));
    }

    private static GoRuntime shared(int procs) {
        return SHARED.computeIfAbsent(
                procs, n -> new GoRuntime(RuntimeConfig.fromProperties().withProcs(n)));
    }
}
