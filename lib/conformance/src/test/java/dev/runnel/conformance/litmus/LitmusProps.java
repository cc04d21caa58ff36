package dev.runnel.conformance.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.Go;
import dev.runnel.GoHandle;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.scheduler.RuntimeConfig;
import dev.runnel.testkit.ExhaustivePolicy;
import dev.runnel.testkit.Exploration;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.testkit.PartialOrderPolicy;
import dev.runnel.testkit.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * Random litmus programs under schedules, and on the scheduler as it is. A failure prints the program. Properties:
 * {@code runnel.litmus.calls}, how many calls the programs have that are run under all schedules;
 * {@code runnel.litmus.schedules}, how many schedules are tried at most; {@code runnel.litmus.runs}, how often a
 * program is run; {@code jqwik.tries.default}, how many programs there are where no number is given here.
 */
class LitmusProps {

    private static final int CALLS = Integer.getInteger("runnel.litmus.calls", 4);
    private static final int SCHEDULES = Integer.getInteger("runnel.litmus.schedules", 800);
    private static final int RUNS = Integer.getInteger("runnel.litmus.runs", 1);
    private static final int SOME_SCHEDULES = 20;

    /** The clock goes on when nobody can run. */
    private static final Duration LONG_AFTER = Duration.ofHours(1);

    @Provide
    Arbitrary<Litmus> tinyPrograms() {
        return LitmusPrograms.any(CALLS);
    }

    @Provide
    Arbitrary<Litmus> smallPrograms() {
        return LitmusPrograms.any(CALLS + 2);
    }

    @Provide
    Arbitrary<Litmus> programs() {
        return LitmusPrograms.any(9);
    }

    @Provide
    Arbitrary<Integer> procs() {
        return Arbitraries.of(1, 2, 4);
    }

    @Tag("exploration")
    @Property(tries = 400, shrinking = ShrinkingMode.BOUNDED)
    void allSchedules_comeToAllOutcomes_andToNoOther(@ForAll("tinyPrograms") Litmus litmus) {
        assertComesToAll(new ExhaustivePolicy(Integer.MAX_VALUE), litmus);
    }

    /**
     * Schedules that differ only in the order of calls that have nothing to do with each other come to the same
     * outcome.
     */
    @Tag("exploration")
    @Property(shrinking = ShrinkingMode.BOUNDED)
    void schedulesThatDiffer_comeToAllOutcomes_andToNoOther(@ForAll("smallPrograms") Litmus litmus) {
        assertComesToAll(new PartialOrderPolicy(), litmus);
    }

    /**
     * Here a select has to wait until another goroutine has filled its channel, so that the third finds it waiting: in
     * that order, no goroutine begins with the step that races.
     */
    @Tag("exploration")
    @Example
    void raceThatAThirdHasToPrepare() {
        Call selectsToSend = new Call.Select(List.of(send(1, 1), send(0, 2)), false);
        Call triesToReceive = new Call.Select(List.of(receive(0), receive(0)), true);
        Call fills = new Call.Select(List.of(send(1, 21)), true);
        Call waits = new Call.Select(List.of(send(1, 22)), false);
        assertComesToAll(
                new PartialOrderPolicy(),
                new Litmus(
                        List.of(0, 1),
                        0,
                        List.of(List.of(selectsToSend), List.of(triesToReceive), List.of(fills, waits))));
    }

    private static Call.Clause send(int channel, int value) {
        return new Call.Clause(Call.Port.SEND, channel, value);
    }

    private static Call.Clause receive(int channel) {
        return new Call.Clause(Call.Port.RECV, channel, 0);
    }

    private static void assertComesToAll(Policy policy, Litmus litmus) {
        Set<String> seen = new TreeSet<>();
        Exploration exploration = new Explorer(policy).withRuns(SCHEDULES).explore(() -> seen.add(performed(litmus)));
        Set<String> all = Outcomes.of(litmus);
        if (exploration.complete()) {
            assertEquals(all, seen, litmus::toString);
        } else {
            assertTrue(all.containsAll(seen), () -> litmus + " came to " + seen + ", and may come to " + all);
        }
    }

    @Tag("exploration")
    @Property(shrinking = ShrinkingMode.BOUNDED)
    void anySchedule_comesToOneOfTheOutcomes(@ForAll("programs") Litmus litmus, @ForAll int seed) {
        Set<String> all = Outcomes.of(litmus);
        new Explorer(MixedPolicy.of(seed))
                .withRuns(SOME_SCHEDULES)
                .explore(() -> assertAllowed(performed(litmus), all, litmus));
    }

    @Property(tries = 300, shrinking = ShrinkingMode.BOUNDED)
    void scheduler_comesToOneOfTheOutcomes(@ForAll("programs") Litmus litmus, @ForAll("procs") int procs) {
        Set<String> all = Outcomes.of(litmus);
        for (int i = 0; i < RUNS; i++) {
            assertAllowed(ran(litmus, procs), all, litmus);
        }
    }

    private static void assertAllowed(String outcome, Set<String> all, Litmus litmus) {
        assertTrue(all.contains(outcome), () -> litmus + " came to " + outcome + ", and may come to " + all);
    }

    /** Called by the main goroutine of a run under a schedule. */
    private static String performed(Litmus litmus) {
        Performer performer = new Performer(litmus);
        for (int g = 0; g < performer.size(); g++) {
            int goroutine = g;
            Go.go(() -> performer.perform(goroutine));
        }
        Go.sleep(LONG_AFTER);
        return performer.outcome();
    }

    /** In a run of its own, which ends when nobody can go on. */
    private static String ran(Litmus litmus, int procs) {
        Performer performer = new Performer(litmus);
        try {
            Go.run(
                    RuntimeConfig.fromProperties().withProcs(procs),
                    () -> IntStream.range(0, performer.size())
                            .mapToObj(g -> Go.go(() -> performer.perform(g)))
                            .toList()
                            .forEach(GoHandle::join));
        } catch (DeadlockException e) {
            // an outcome like any other
        }
        return performer.outcome();
    }
}
