package dev.runnel.conformance.model;

import dev.runnel.Go;
import dev.runnel.testkit.ExhaustivePolicy;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.testkit.Policy;
import dev.runnel.testkit.Schedule;
import java.time.Duration;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * Random programs under chosen schedules. A failure prints the program and the schedule that shows it again. Property
 * {@code runnel.model.schedules}: how many schedules each program is run under; {@code jqwik.tries.default}: how many
 * programs there are.
 */
@Tag("exploration")
class SchedulesProps {

    private static final int SCHEDULES = Integer.getInteger("runnel.model.schedules", 20);
    private static final int PREEMPTIONS = 2;

    /** All timers of a program have fired by then, and the clock goes on only when nobody can run. */
    private static final Duration LONG_AFTER = Duration.ofHours(1);

    @Provide
    Arbitrary<Program> programs() {
        return Programs.any();
    }

    @Provide
    Arbitrary<Program> smallPrograms() {
        return Programs.small();
    }

    @Property(shrinking = ShrinkingMode.BOUNDED)
    void programs_areLinearizable_underRandomSchedules(@ForAll("programs") Program program, @ForAll int seed) {
        explore(MixedPolicy.of(seed), SCHEDULES, program);
    }

    @Property(shrinking = ShrinkingMode.BOUNDED)
    void programs_areLinearizable_underAnySchedule(@ForAll("programs") Program program, @ForAll Schedule schedule) {
        schedule.run(() -> runAndCheck(program));
    }

    @Property(tries = 100, shrinking = ShrinkingMode.BOUNDED)
    void smallPrograms_areLinearizable_underAllSchedulesWithFewPreemptions(@ForAll("smallPrograms") Program program) {
        explore(new ExhaustivePolicy(PREEMPTIONS), 10 * SCHEDULES, program);
    }

    private static void explore(Policy policy, int runs, Program program) {
        new Explorer(policy).withRuns(runs).withChecksRuntime(true).explore(() -> runAndCheck(program));
    }

    /** Called by the main goroutine of a run. */
    static void runAndCheck(Program program) {
        Execution execution = new Execution(program, false);
        for (int i = 0; i < execution.size(); i++) {
            int part = i;
            Go.go("participant " + part, () -> execution.take(part));
        }
        Go.sleep(LONG_AFTER);
        Checker.check(program, execution.history(true));
    }
}
