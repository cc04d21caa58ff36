package dev.runnel.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.runtime.scheduler.Scheduler;

/**
 * How many goroutines may compute at once without a call into the runtime. With dedicated carriers any number: one that
 * loses its P keeps its platform thread. The JDK's own pool has one thread per processor, unless it was told otherwise,
 * and a goroutine that computes on one of them leaves it to nobody.
 */
final class Hogs {

    private static final int CARRIERS = Integer.getInteger(
            "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());

    private Hogs() {}

    /** Of the wanted ones, if they wait for nobody but each other; two at least. */
    static int amongThemselves(int wanted) {
        return atLeast(2, dedicated() ? wanted : Math.min(wanted, CARRIERS));
    }

    /** Of the wanted ones, if others have to get on beside them; one at least. */
    static int besideOthers(int wanted) {
        return atLeast(1, dedicated() ? wanted : Math.min(wanted, CARRIERS - 1));
    }

    private static boolean dedicated() {
        return Scheduler.currentOrDefault().view().isDedicated();
    }

    private static int atLeast(int least, int hogs) {
        assumeTrue(hogs >= least, "too few carriers in the JDK's pool");
        return hogs;
    }
}
