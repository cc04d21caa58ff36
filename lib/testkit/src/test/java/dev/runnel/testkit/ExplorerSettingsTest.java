package dev.runnel.testkit;

import static dev.runnel.Go.chan;
import static dev.runnel.Go.select;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.runnel.channel.Chan;
import dev.runnel.scheduler.Body;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.TestAbortedException;

/** What is set, what that means, and what cannot be set. */
class ExplorerSettingsTest {

    private static final Policy POLICY = new RandomPolicy(5);
    private static final Explorer ODD = new Explorer(POLICY, 11, 12, 13, true, true);
    private static final Explorer OTHER = new Explorer(POLICY, 11, 12, 13, false, false);

    @Test
    void unlessSaid_theyAreThoseOfTheGuide() {
        assertEquals(
                new Explorer(POLICY, 1_000, 100_000, 1_000, false, Boolean.getBoolean("runnel.check")),
                new Explorer(POLICY));
    }

    @Test
    void runtime_isCheckedIfTheProperty_saysSo() {
        String before = System.getProperty("runnel.check");
        try {
            for (boolean checks : new boolean[] {true, false}) {
                System.setProperty("runnel.check", "" + checks);
                assertEquals(checks, new Explorer(POLICY).checksRuntime());
            }
            System.setProperty("runnel.check", "maybe");
            for (Executable refused : List.<Executable>of(() -> new Explorer(POLICY), () -> Bubble.run(1, () -> {}))) {
                assertEquals(
                        "runnel.check: 'maybe' is not allowed; allowed: true or false",
                        assertThrows(IllegalArgumentException.class, refused).getMessage());
            }
        } finally {
            if (before == null) {
                System.clearProperty("runnel.check");
            } else {
                System.setProperty("runnel.check", before);
            }
        }
    }

    @Test
    void withOneThingChanged_theRestIsTheSame() {
        assertEquals(new Explorer(POLICY, 1, 12, 13, true, true), ODD.withRuns(1));
        assertEquals(new Explorer(POLICY, 1, 12, 13, false, false), OTHER.withRuns(1));
        assertEquals(new Explorer(POLICY, 11, 1, 13, true, true), ODD.withSteps(1));
        assertEquals(new Explorer(POLICY, 11, 1, 13, false, false), OTHER.withSteps(1));
        assertEquals(new Explorer(POLICY, 11, 12, 0, true, true), ODD.withShrinks(0));
        assertEquals(new Explorer(POLICY, 11, 12, 0, false, false), OTHER.withShrinks(0));
        assertEquals(new Explorer(POLICY, 11, 12, 13, false, true), ODD.withFailsOnLeaks(false));
        assertEquals(new Explorer(POLICY, 11, 12, 13, true, false), OTHER.withFailsOnLeaks(true));
        assertEquals(new Explorer(POLICY, 11, 12, 13, true, false), ODD.withChecksRuntime(false));
        assertEquals(new Explorer(POLICY, 11, 12, 13, false, true), OTHER.withChecksRuntime(true));
    }

    @Test
    void badNumber_isNamed() {
        assertEquals("runs: 0 is not allowed; allowed: 1 or more", refusal(() -> ODD.withRuns(0)));
        assertEquals("steps: 0 is not allowed; allowed: 1 or more", refusal(() -> ODD.withSteps(0)));
        assertEquals("shrinks: -1 is not allowed; allowed: 0 or more", refusal(() -> ODD.withShrinks(-1)));
    }

    private static String refusal(Executable bad) {
        return assertThrows(IllegalArgumentException.class, bad).getMessage();
    }

    @Test
    void whatIsMissing_isNamed() {
        assertEquals("policy", missing(() -> new Explorer(null)));
        assertEquals("body", missing(() -> ODD.explore(null)));
        assertEquals("body", missing(() -> Schedule.PLAIN.run(null)));
    }

    private static String missing(Executable call) {
        return assertThrows(NullPointerException.class, call).getMessage();
    }

    @Test
    void runs_areAsManyAsAllowed() {
        assertEquals(
                new Exploration(3, 6, false), new Explorer(POLICY).withRuns(3).explore(() -> {
                            chan().len();
                            chan().len();
                        }));
    }

    @Test
    void assumptionThatFailsInALaterRun_comesOutAsItIs() {
        int[] runs = {0};
        TestAbortedException aborted = new TestAbortedException();
        Body body = () -> {
            if (++runs[0] == 3) {
                throw aborted;
            }
        };
        assertSame(aborted, assertThrows(TestAbortedException.class, () -> new Explorer(POLICY).explore(body)));
        runs[0] = 2;
        assertSame(aborted, assertThrows(TestAbortedException.class, () -> Schedule.PLAIN.run(body)));
    }

    /** Exceptions of a subclass are assumptions, too. */
    @Test
    void assumptionOfAClassOfItsOwn_comesOutAsItIs() {
        assertThrows(
                NotHere.class,
                () -> Schedule.PLAIN.run(() -> {
                    throw new NotHere();
                }));
    }

    private static final class NotHere extends TestAbortedException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void shrinking_takesAsManyRunsAsAllowed() {
        for (int most : new int[] {0, 1, 7}) {
            int[] runs = {0};
            ScheduleFailure failure = assertThrows(
                    ScheduleFailure.class,
                    () -> new Explorer(POLICY).withShrinks(most).explore(() -> {
                        runs[0]++;
                        KnownBugs.deadlockOfTwoLocks();
                    }));
            Matcher found = Pattern.compile(
                            "schedule \"(.*)\", found in run (\\d+) of new RandomPolicy\\(5\\), (\\d+) picks long, and shrunk to (\\d+) in (\\d+) runs:")
                    .matcher(failure.getMessage());
            assertTrue(found.find(), failure::getMessage);
            Function<Integer, Integer> number = group -> Integer.valueOf(found.group(group));
            assertEquals(failure.schedule(), Schedule.parse(found.group(1)));
            assertEquals(failure.schedule().length(), number.apply(4));
            assertTrue(number.apply(3) >= number.apply(4), failure::getMessage);
            assertEquals(most, number.apply(5));
            assertEquals(runs[0], number.apply(2) + most + 1);
        }
    }

    /** Each of these runs is as long as a run may be. */
    @Test
    void shrinking_takesAsManyStepsAsTwentyLongRuns() {
        Policy policy = new ReplayPolicy(Schedule.of(Collections.nCopies(20, 1)));
        int[] runs = {0};
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(policy).withSteps(60).explore(() -> {
                    runs[0]++;
                    int[] second = {0};
                    for (int i = 0; i < 20; i++) {
                        Chan<Integer> a = chan(1);
                        Chan<Integer> b = chan(1);
                        a.send(1);
                        b.send(1);
                        select().recv(a, () -> {}).recv(b, () -> second[0]++).run();
                    }
                    assertTrue(second[0] < 5);
                }));
        assertTrue(failure.getMessage().contains(" in 20 runs"), failure::getMessage);
        assertEquals(1 + 20 + 1, runs[0]);
    }

    /** The last run fails in another way than the one that was found. */
    @Test
    void failureThatIsAnotherInTheEnd_isNotTheCause() {
        int[] runs = {0};
        ScheduleFailure failure = assertThrows(
                ScheduleFailure.class,
                () -> new Explorer(POLICY).withShrinks(0).explore(() -> {
                    if (++runs[0] == 1) {
                        throw new IllegalStateException("found");
                    }
                    fail("again");
                }));
        assertEquals("found", failure.getCause().getMessage());
        assertTrue(failure.getMessage().contains("not repeatable"), failure::getMessage);
    }
}
