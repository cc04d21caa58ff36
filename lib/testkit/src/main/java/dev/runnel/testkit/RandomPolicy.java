package dev.runnel.testkit;

import java.util.Iterator;
import java.util.random.RandomGenerator;

/**
 * All answers are equally likely, at every decision.
 *
 * @param seed the same seed gives the same runs
 */
public record RandomPolicy(long seed) implements Policy {

    @Override
    public Iterator<Picker> pickers() {
        return Seeds.forEver(run -> {
            RandomGenerator chance = Seeds.ofRun(seed, run);
            return decision -> chance.nextInt(decision.options());
        });
    }

    @Override
    public String toString() {
        return "new RandomPolicy(" + seed + ")";
    }
}
