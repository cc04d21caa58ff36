package dev.runnel.testkit;

import java.util.Iterator;

/**
 * A way to choose schedules: gives one who decides for each run. Immutable; each exploration begins anew. Policies
 * whose {@code toString} is an expression that makes them let a failure say how it was found.
 */
@FunctionalInterface
public interface Policy {

    /**
     * Who decides in the first run, in the second, and so on; ends when there is nothing left to explore. The next is
     * asked for only after the run before it has ended.
     */
    Iterator<Picker> pickers();
}
