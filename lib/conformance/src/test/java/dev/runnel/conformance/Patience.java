package dev.runnel.conformance;

import dev.runnel.testkit.Bubble;
import java.time.Duration;

/**
 * Tries what depends on who is faster, with longer and longer times, as Go's tests of timers do: a loaded machine may
 * be too slow for short ones. By the clock of a schedule nothing is late, so the first try must succeed.
 */
final class Patience {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Patience() {}

    /** What is tried; a failure is an assertion's. */
    @FunctionalInterface
    interface Attempt {
        void with(Duration unit) throws Exception;
    }

    static void attempt(Attempt attempt) throws Exception {
        for (Duration unit = SHORTEST; ; unit = unit.multipliedBy(3)) {
            try {
                attempt.with(unit);
                return;
            } catch (AssertionError e) {
                if (Bubble.isInside() || unit.compareTo(LONGEST) > 0) {
                    throw e;
                }
            }
        }
    }
}
