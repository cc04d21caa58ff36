package dev.runnel.testkit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Probabilistic concurrency testing: each goroutine has a random priority, the highest always runs, and at a few random
 * places the one that runs falls below all others. Finds failures that need few, but exactly placed preemptions, which
 * {@link RandomPolicy} drowns in others.
 *
 * <p>After Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees of finding
 * bugs (2010). Differs in two points: the length of the program is not given, but taken from the runs so far; and a
 * goroutine that calls {@code gosched}, or has gone on for long, falls below all others, too, so that a loop that waits
 * in this way comes to its end.
 *
 * @param seed the same seed gives the same runs
 * @param depth how many goroutines have to be ordered for the bug to show; the number of such places is one less. At
 *     least 1.
 */
public record PctPolicy(long seed, int depth) implements Policy {

    /** What is taken for the length in the first run. */
    private static final int FIRST_LENGTH = 32;

    /**
     * Checks the depth.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public PctPolicy {
        if (depth < 1) {
            throw new IllegalArgumentException("depth: " + depth + " is not allowed; allowed: a number from 1");
        }
    }

    @Override
    public Iterator<Picker> pickers() {
        int[] longest = {0};
        return Seeds.forEver(run -> new ByPriority(
                Seeds.ofRun(seed, run), depth - 1, run == 0 ? FIRST_LENGTH : Math.max(1, longest[0]), longest));
    }

    @Override
    public String toString() {
        return "new PctPolicy(" + seed + ", " + depth + ")";
    }

    private static final class ByPriority implements Picker {

        private final RandomGenerator chance;
        private final int[] longest;
        private final int[] changes;
        private final Map<Long, Integer> priorities = new HashMap<>();
        private int preemptions; // that were possible so far
        private int lowest;

        /**
         * @param places how many places there are where the running goroutine falls below all others; all, if there are
         *     not so many
         * @param length how many places there are to choose from: how often a goroutine can be preempted
         * @param longest is raised to how often that is possible in this run
         */
        ByPriority(RandomGenerator chance, int places, int length, int[] longest) {
            this.chance = chance;
            this.longest = longest;
            this.changes = chance.ints(0, length)
                    .distinct()
                    .limit(Math.min(places, length))
                    .sorted()
                    .toArray();
        }

        @Override
        public int pick(Decision decision) {
            return switch (decision.kind()) {
                case SELECT, TIMER -> chance.nextInt(decision.options());
                case PREEMPT -> {
                    if (decision.yielded() != 0 || Arrays.binarySearch(changes, preemptions) >= 0) {
                        priorities.put(decision.goroutine(0), --lowest);
                    }
                    longest[0] = Math.max(longest[0], ++preemptions);
                    yield highest(decision);
                }
                case NEXT -> {
                    if (decision.yielded() != 0) {
                        priorities.put(decision.yielded(), --lowest);
                    }
                    yield highest(decision);
                }
            };
        }

        private int highest(Decision decision) {
            int best = 0;
            for (int i = 1; i < decision.options(); i++) {
                if (priority(decision.goroutine(i)) > priority(decision.goroutine(best))) {
                    best = i;
                }
            }
            return best;
        }

        private int priority(long goroutine) {
            return priorities.computeIfAbsent(goroutine, any -> chance.nextInt(Integer.MAX_VALUE));
        }
    }
}
