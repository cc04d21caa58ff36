package dev.runnel.testkit;

import java.util.Iterator;

/**
 * The goroutines take turns: the first run switches at each call into the library, the second at each second call, and
 * so on. Nothing is left to chance.
 */
public record RoundRobinPolicy() implements Policy {

    @Override
    public Iterator<Picker> pickers() {
        return Seeds.forEver(run -> new Picker() {
            private int calls;

            @Override
            public int pick(Decision decision) {
                return decision.kind() == Decision.Kind.PREEMPT && ++calls % (run + 1) == 0 ? 1 : 0;
            }
        });
    }

    @Override
    public String toString() {
        return "new RoundRobinPolicy()";
    }
}
