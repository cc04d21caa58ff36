package dev.runnel.conformance.goker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.scheduler.Body;
import dev.runnel.scheduler.DeadlockException;
import dev.runnel.testkit.Explorer;
import dev.runnel.testkit.LeakException;
import dev.runnel.testkit.MixedPolicy;
import dev.runnel.testkit.PartialOrderPolicy;
import dev.runnel.testkit.ReplayPolicy;
import dev.runnel.testkit.ScheduleFailure;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bug of a real program, as in the collection GoKer, cut down to who waits for whom.
 *
 * @param name the project, and the number of the pull request that fixed it
 * @param buggy the program
 * @param mended the same with the project's fix
 * @param left every goroutine that may be left, with what it waits for: name and reason, as in a dump; one that has no
 *     name, such as a timer's function, is {@code without a name}
 */
record Bug(String name, Body buggy, Body mended, Set<String> left) {

    private static final long SEED = 1;
    private static final int RUNS = 2_000;
    private static final int RUNS_OF_MENDED = 300;
    private static final int PARTIAL_ORDERS = 1_000;
    private static final Pattern WAITS = Pattern.compile("(?m)^goroutine \\d+(?: \"([^\"]*)\")? \\[([^,\\]]*)");

    static Bug of(String name, Body buggy, Body mended, String... left) {
        return new Bug(name, buggy, mended, Set.of(left));
    }

    /**
     * An exploration finds it, those that are left wait as was said, the schedule shows the same again, and the fixed
     * program passes. It passes depth first as well: most programs have no more schedules that differ in what matters
     * than are tried.
     */
    void isFound() {
        Explorer explorer = new Explorer(MixedPolicy.of(SEED)).withRuns(RUNS).withFailsOnLeaks(true);
        ScheduleFailure failure = assertThrows(ScheduleFailure.class, () -> explorer.explore(buggy));
        Set<String> found = left(failure.getCause());
        assertFalse(found.isEmpty(), failure::getMessage);
        assertTrue(left.containsAll(found), () -> found + " is more than " + left + "\n" + failure.getMessage());

        Explorer replay = new Explorer(new ReplayPolicy(failure.schedule())).withFailsOnLeaks(true);
        ScheduleFailure again = assertThrows(ScheduleFailure.class, () -> replay.explore(buggy));
        assertEquals(found, left(again.getCause()));

        explorer.withRuns(RUNS_OF_MENDED).explore(mended);
        new Explorer(new PartialOrderPolicy())
                .withRuns(PARTIAL_ORDERS)
                .withFailsOnLeaks(true)
                .explore(mended);
    }

    /** Name and reason of all that are left. */
    private static Set<String> left(Throwable cause) {
        String dump = switch (cause) {
            case DeadlockException deadlock -> deadlock.dump();
            case LeakException leak -> leak.dump();
            default -> throw new AssertionError("neither a deadlock nor a leak", cause);
        };
        Set<String> found = new TreeSet<>();
        Matcher waits = WAITS.matcher(dump);
        while (waits.find()) {
            String name = Objects.requireNonNullElse(waits.group(1), "without a name");
            found.add(name + " [" + waits.group(2) + "]");
        }
        return found;
    }

    @Override
    public String toString() {
        return name;
    }
}
