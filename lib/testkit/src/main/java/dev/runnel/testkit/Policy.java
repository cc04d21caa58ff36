package dev.runnel.testkit;

import java.util.Iterator;

/**
 * A way to choose schedules: gives a picker for each run. Immutable; each exploration begins anew. If a policy's
 * {@code toString} is an expression that makes it, a failure says how it was found.
 */
@FunctionalInterface
public interface Policy {

    /**
     * The picker of the first run, of the second, and so on; ends when there is nothing left to explore. The next is
     * asked for only after the run before it has ended.
     */
    Iterator<Picker> pickers();
}
