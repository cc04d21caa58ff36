package dev.runnel.testkit;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Probabilistic concurrency testing: each goroutine has a random priority, the highest always runs, and at a few random
 * places the one that runs falls below all others. Finds what needs few, but exactly placed preemptions, which
 * {@link RandomPolicy} drowns in others.
 *
 * <p>After Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees of finding
 * bugs (2010). Differs in this: the length of the program is not given, but taken from the runs so far; and who calls {@code
 * gosched} falls below all others, too, so that a loop that waits in this way comes to its end.
 *
 * @param seed the same seed gives the same runs
 * @param depth how many goroutines have to be ordered for the bug to show; there are one fewer such places. At least 1.
 */
public record PctPolicy(long seed, int depth) implements Policy {

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
        int[] longest = {FIRST_LENGTH};
        return Seeds.forEver(run -> new ByPriority(Seeds.ofRun(seed, run), depth, longest));
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
        private int decisions;
        private int lowest;

        ByPriority(RandomGenerator chance, int depth, int[] longest) {
            this.chance = chance;
            this.longest = longest;
            int length = longest[0];
            this.changes = chance.ints(depth - 1L, 0, length).sorted().toArray();
        }

        @Override
        public int pick(Decision decision) {
            return switch (decision.kind()) {
                case SELECT, TIMER -> chance.nextInt(decision.options());
                case PREEMPT -> highest(decision, Arrays.binarySearch(changes, decisions) >= 0);
                case NEXT -> {
                    if (decision.yielded() != 0) {
                        priorities.put(decision.yielded(), --lowest);
                    }
                    yield highest(decision, false);
                }
            };
        }

        private int highest(Decision decision, boolean change) {
            longest[0] = Math.max(longest[0], ++decisions);
            if (change) {
                priorities.put(decision.goroutine(0), --lowest);
            }
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
