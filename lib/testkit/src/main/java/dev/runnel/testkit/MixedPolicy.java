package dev.runnel.testkit;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/**
 * Several policies take turns, run by run; those that have nothing left are passed over.
 *
 * @param policies at least one
 */
public record MixedPolicy(List<Policy> policies) implements Policy {

    /**
     * Checks the policies.
     *
     * @throws IllegalArgumentException if there are none
     */
    public MixedPolicy {
        Objects.requireNonNull(policies, "policies").forEach(policy -> Objects.requireNonNull(policy, "a policy"));
        policies = List.copyOf(policies);
        if (policies.isEmpty()) {
            throw new IllegalArgumentException("policies: none is not allowed; allowed: at least one");
        }
    }

    /** What is used where no policy is given: half of the runs at random, half by priorities, of depth 2 and 3. */
    public static MixedPolicy of(long seed) {
        RandomPolicy random = new RandomPolicy(seed);
        return new MixedPolicy(
                List.of(random, new PctPolicy(seed, 2), new RandomPolicy(seed + 1), new PctPolicy(seed, 3)));
    }

    /**
     * The same, with the seed of the property {@code runnel.seed}, or else with a new one.
     *
     * @throws IllegalArgumentException if the property is no number
     */
    public static MixedPolicy ofThisRun() {
        return of(Seeds.ofThisRun());
    }

    @Override
    public String toString() {
        for (Policy policy : policies) {
            if (policy instanceof RandomPolicy(long seed) && equals(of(seed))) {
                return "MixedPolicy.of(" + seed + "), or -D" + Seeds.PROPERTY + "=" + seed;
            }
        }
        return "new MixedPolicy(" + policies + ")";
    }

    @Override
    public Iterator<Picker> pickers() {
        List<Iterator<Picker>> each = policies.stream()
                .map(policy -> Objects.requireNonNull(policy.pickers(), "pickers"))
                .toList();
        return new Iterator<>() {
            private int turn;

            @Override
            public boolean hasNext() {
                return each.stream().anyMatch(Iterator::hasNext);
            }

            @Override
            public Picker next() {
                for (int i = 0; i < each.size() - 1; i++) {
                    if (each.get(turn % each.size()).hasNext()) {
                        break;
                    }
                    turn++;
                }
                return each.get(turn++ % each.size()).next();
            }
        };
    }
}
