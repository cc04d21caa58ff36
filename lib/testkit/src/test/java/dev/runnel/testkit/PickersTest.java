package dev.runnel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.testkit.Decision.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What policies answer, decision by decision, without a program. */
class PickersTest {

    private static final int MANY = 200;

    /** The goroutines are the answers, counted from 1. */
    private record Asked(Kind kind, int options, long yielded) implements Decision {

        @Override
        public long goroutine(int option) {
            return option + 1;
        }

        @Override
        public long calls(int option) {
            return 0;
        }
    }

    private static Decision asked(Kind kind, int options) {
        return new Asked(kind, options, 0);
    }

    private static List<Integer> answers(Picker picker, Decision decision, int times) {
        return IntStream.range(0, times).mapToObj(i -> picker.pick(decision)).toList();
    }

    @ParameterizedTest
    @EnumSource
    void random_givesAnyAnswer(Kind kind) {
        Iterator<Picker> pickers = new RandomPolicy(3).pickers();
        List<Integer> first = answers(pickers.next(), asked(kind, 5), MANY);
        assertEquals(Set.of(0, 1, 2, 3, 4), Set.copyOf(first));
        assertNotEquals(first, answers(pickers.next(), asked(kind, 5), MANY));
    }

    @ParameterizedTest
    @EnumSource(names = {"SELECT", "TIMER"})
    void pct_givesAnyAnswer_whereNoGoroutinesAreChosen(Kind kind) {
        Picker picker = new PctPolicy(3, 1).pickers().next();
        assertEquals(Set.of(0, 1, 2, 3, 4), Set.copyOf(answers(picker, asked(kind, 5), MANY)));
    }

    /** With one goroutine to be ordered, there is no other place. */
    @Test
    void pct_lowersWhoYields_belowAllOthers() {
        for (int seed = 0; seed < 20; seed++) {
            Picker picker = new PctPolicy(seed, 1).pickers().next();
            Set<Integer> yielded = new HashSet<>();
            int highest = picker.pick(asked(Kind.NEXT, 3));
            for (int i = 0; i < 3; i++) {
                assertTrue(yielded.add(highest), yielded::toString);
                highest = picker.pick(new Asked(Kind.NEXT, 3, highest + 1));
            }
            assertTrue(yielded.contains(highest)); // the one that yielded first
            assertEquals(picker.pick(asked(Kind.NEXT, 3)), highest);
        }
    }

    @Test
    void pct_lowersWhoHasGoneOnForLong() {
        for (int seed = 0; seed < 20; seed++) {
            Picker picker = new PctPolicy(seed, 1).pickers().next();
            picker.pick(new Asked(Kind.PREEMPT, 2, 1));
            assertEquals(1, picker.pick(asked(Kind.NEXT, 2)));
        }
    }

    /** Priorities are new in each run. */
    @Test
    void pct_anyGoroutineMayBeTheHighest() {
        Iterator<Picker> pickers = new PctPolicy(3, 1).pickers();
        Set<Integer> highest = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            highest.add(pickers.next().pick(asked(Kind.NEXT, 3)));
        }
        assertEquals(Set.of(0, 1, 2), highest);
    }

    /** And not that of the last one, which may have been short. */
    @Test
    void pct_changesAtAnyPlaceOfTheLongestRun() {
        int[] changes = new int[5];
        Iterator<Picker> pickers = new PctPolicy(3, 2).pickers();
        for (int run = 0; run < MANY; run++) {
            Picker picker = pickers.next();
            boolean firstIsHigher = picker.pick(asked(Kind.NEXT, 2)) == 0;
            for (int i = 0; i < (run % 2 == 0 ? 5 : 1); i++) {
                if (picker.pick(asked(Kind.PREEMPT, 2)) == 1 && firstIsHigher) {
                    changes[i]++;
                    firstIsHigher = false;
                }
            }
        }
        assertTrue(IntStream.of(changes).allMatch(times -> times > 0), () -> Arrays.toString(changes));
    }

    @ParameterizedTest
    @CsvSource({"1, 1 1 1 1 1 1", "2, 0 1 0 1 0 1", "3, 0 0 1 0 0 1", "7, 0 0 0 0 0 0"})
    void roundRobin_switchesAtEachSoManyCalls(int run, String answers) {
        Iterator<Picker> pickers = new RoundRobinPolicy().pickers();
        for (int i = 1; i < run; i++) {
            pickers.next();
        }
        Picker picker = pickers.next();
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            for (Kind other : List.of(Kind.NEXT, Kind.SELECT, Kind.TIMER)) {
                assertEquals(0, picker.pick(asked(other, 3)));
            }
            all.add("" + picker.pick(asked(Kind.PREEMPT, 3)));
        }
        assertEquals(answers, String.join(" ", all));
    }

    @Test
    void mixed_takesTurns_untilNoneIsLeft() {
        MixedPolicy mixed = new MixedPolicy(List.of(fixed(1, 2, 3), fixed(), fixed(4), fixed(5, 6)));
        List<Integer> runs = new ArrayList<>();
        mixed.pickers().forEachRemaining(picker -> runs.add(picker.pick(asked(Kind.NEXT, 9))));
        assertEquals(List.of(1, 4, 5, 2, 6, 3), runs);
    }

    /** Makes one run for each of these. */
    private static Policy fixed(int... answers) {
        return () -> IntStream.of(answers)
                .mapToObj(answer -> (Picker) decision -> answer)
                .iterator();
    }

    @Test
    void mixed_keepsThePoliciesItWasMadeOf() {
        List<Policy> policies = new ArrayList<>(List.of(fixed(1)));
        MixedPolicy mixed = new MixedPolicy(policies);
        policies.clear();
        assertTrue(mixed.pickers().hasNext());
    }

    @Test
    void mixed_isHalfAtRandom_halfByPriorities() {
        List<Policy> policies = MixedPolicy.of(7).policies();
        assertEquals(
                List.of(RandomPolicy.class, PctPolicy.class, RandomPolicy.class, PctPolicy.class),
                policies.stream().map(Object::getClass).toList());
        assertEquals(new PctPolicy(7, 2), policies.get(1));
        assertEquals(new PctPolicy(7, 3), policies.get(3));
        assertNotEquals(policies.get(0), policies.get(2));
    }

    @Test
    void policies_areWrittenAsTheyAreMade() {
        assertEquals(
                List.of(
                        "new RandomPolicy(-7)",
                        "new PctPolicy(7, 3)",
                        "new ExhaustivePolicy(2)",
                        "new PartialOrderPolicy()",
                        "new RoundRobinPolicy()",
                        "new ReplayPolicy(Schedule.parse(\"0*3 1\"))",
                        "MixedPolicy.of(7), or -Drunnel.seed=7",
                        "new MixedPolicy([new RandomPolicy(7)])"),
                Stream.of(
                                new RandomPolicy(-7),
                                new PctPolicy(7, 3),
                                new ExhaustivePolicy(2),
                                new PartialOrderPolicy(),
                                new RoundRobinPolicy(),
                                new ReplayPolicy(Schedule.parse("0*3 1")),
                                MixedPolicy.of(7),
                                new MixedPolicy(List.of(new RandomPolicy(7))))
                        .map(Object::toString)
                        .toList());
    }

    @Test
    void badSettings_areNamed() {
        assertEquals("depth: 0 is not allowed; allowed: a number from 1", refusal(() -> new PctPolicy(1, 0)));
        assertEquals("preemptions: -1 is not allowed; allowed: 0 or more", refusal(() -> new ExhaustivePolicy(-1)));
        assertEquals("policies: none is not allowed; allowed: at least one", refusal(() -> new MixedPolicy(List.of())));
        assertEquals(
                "schedule",
                assertThrows(NullPointerException.class, () -> new ReplayPolicy(null))
                        .getMessage());
    }

    private static String refusal(Runnable bad) {
        return assertThrows(IllegalArgumentException.class, bad::run).getMessage();
    }

    @Test
    void allSchedules_comeToAnEnd() {
        for (Policy policy : List.of(new ExhaustivePolicy(0), new PartialOrderPolicy())) {
            Iterator<Picker> pickers = policy.pickers();
            List<Integer> chosen = new ArrayList<>();
            while (pickers.hasNext()) {
                assertTrue(pickers.hasNext()); // asking again changes nothing
                chosen.add(ofARun(pickers.next()).pick(asked(Kind.SELECT, 3)));
            }
            assertEquals(List.of(0, 1, 2), chosen);
            assertFalse(pickers.hasNext());
            assertThrows(NoSuchElementException.class, pickers::next);
        }
    }

    /** It is told at the first decision that differs. */
    @Test
    void programThatIsNotRepeatable_isToldWithWhatItWas() {
        for (Policy policy : List.of(new ExhaustivePolicy(0), new PartialOrderPolicy())) {
            assertEquals(
                    notRepeatable(1, "SELECT of 2 options", "a SELECT of 3 options"),
                    told(policy, asked(Kind.SELECT, 3)));
            assertEquals(
                    notRepeatable(1, "SELECT of 2 options", "a TIMER of 2 options"),
                    told(policy, asked(Kind.TIMER, 2)));
            assertEquals(notRepeatable(1, "SELECT of 2 options", "nothing"), told(policy, null));
        }
    }

    private static Picker ofARun(Picker picker) {
        if (picker instanceof WatchingPicker watching) {
            watching.begins();
        }
        return picker;
    }

    private static String notRepeatable(int at, String before, String now) {
        return "the program is not repeatable: decision " + at + " was a " + before
                + ", and after the same answers there was then " + now
                + ". It must not depend on runs before, nor on threads, another clock, or chance of its own";
    }

    /** What is told if in the second run the second decision is this; null: if there is none. */
    private static String told(Policy policy, @Nullable Decision second) {
        Iterator<Picker> pickers = policy.pickers();
        Picker first = ofARun(pickers.next());
        for (int i = 0; i < 3; i++) {
            first.pick(asked(Kind.SELECT, 2));
        }
        assertTrue(pickers.hasNext());
        Picker again = ofARun(pickers.next());
        again.pick(asked(Kind.SELECT, 2));
        return assertThrows(IllegalStateException.class, () -> {
                    if (second != null) {
                        again.pick(second);
                    }
                    pickers.hasNext();
                })
                .getMessage();
    }

    // ---------------------------------------------------------------- all schedules, with a bound

    /** The answers of all runs, each of which has these decisions. */
    private static List<List<Integer>> allRuns(int preemptions, Decision... decisions) {
        List<List<Integer>> runs = new ArrayList<>();
        new ExhaustivePolicy(preemptions)
                .pickers()
                .forEachRemaining(picker ->
                        runs.add(Stream.of(decisions).map(picker::pick).toList()));
        return runs;
    }

    @Test
    void exhaustive_countsPreemptions() {
        Decision goesOn = asked(Kind.PREEMPT, 2);
        assertEquals(List.of(List.of(0, 0)), allRuns(0, goesOn, goesOn));
        assertEquals(List.of(List.of(0, 0), List.of(0, 1), List.of(1, 0)), allRuns(1, goesOn, goesOn));
        assertEquals(4, allRuns(2, goesOn, goesOn).size());
        assertEquals(9, allRuns(0, asked(Kind.NEXT, 3), asked(Kind.TIMER, 3)).size());
    }

    /** The first of them has asked for others to run. */
    @Test
    void exhaustive_takesItForAPreemption_thatWhoHasYieldedRunsFirst() {
        Decision yielded = new Asked(Kind.NEXT, 3, 1);
        assertEquals(List.of(List.of(1), List.of(2)), allRuns(0, yielded));
        assertEquals(List.of(List.of(0), List.of(1), List.of(2)), allRuns(1, yielded));
        assertEquals(
                List.of(List.of(0, 0)),
                allRuns(1, yielded, asked(Kind.PREEMPT, 2)).subList(0, 1));
        assertFalse(allRuns(1, yielded, asked(Kind.PREEMPT, 2)).contains(List.of(0, 1)));
        assertTrue(allRuns(2, yielded, asked(Kind.PREEMPT, 2)).contains(List.of(0, 1)));
    }

    /** It has gone on for long, as if it had yielded: then it is no preemption that another runs first. */
    @Test
    void exhaustive_letsNobodyGoOn_whoseTurnIsOver() {
        Decision over = new Asked(Kind.PREEMPT, 3, 1);
        assertEquals(List.of(List.of(1), List.of(2)), allRuns(0, over));
        assertEquals(List.of(List.of(1), List.of(2)), allRuns(Integer.MAX_VALUE, over));
    }

    @Test
    void exhaustive_forgetsAYield_whenTheOtherHasRun() {
        assertEquals(
                List.of(List.of(1, 0), List.of(1, 1)), allRuns(0, new Asked(Kind.NEXT, 2, 1), asked(Kind.NEXT, 2)));
    }

    /** Now it is asked whether another runs first, where before somebody had yielded. */
    @Test
    void exhaustive_seesAnotherProgram_alsoByWhoHasYielded() {
        Iterator<Picker> pickers = new ExhaustivePolicy(1).pickers();
        Picker first = pickers.next();
        first.pick(new Asked(Kind.NEXT, 2, 1));
        first.pick(asked(Kind.NEXT, 2));
        assertTrue(pickers.hasNext());
        Picker again = pickers.next();
        assertThrows(IllegalStateException.class, () -> again.pick(asked(Kind.NEXT, 2)));
    }

    // ---------------------------------------------------------------- seeds

    @Test
    void seedOfTheProperty_isANumber() {
        String before = System.getProperty("runnel.seed");
        try {
            System.setProperty("runnel.seed", " -42 ");
            assertEquals(-42, Seeds.ofThisRun());
            System.setProperty("runnel.seed", "many");
            assertEquals("runnel.seed: 'many' is not allowed; allowed: a whole number", refusal(Seeds::ofThisRun));
            System.setProperty("runnel.seed", " ");
            assertTrue(LongStream.generate(Seeds::ofThisRun).limit(5).distinct().count() > 1);
        } finally {
            if (before == null) {
                System.clearProperty("runnel.seed");
            } else {
                System.setProperty("runnel.seed", before);
            }
        }
    }
}
