package dev.runnel.conformance.fault;

import dev.runnel.Go;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions on the thread of the test. */
final class Patiently {

    private static final long PATIENCE = 60_000_000_000L;
    private static final long POLL = 50_000;

    private Patiently() {}

    /** Fails after a minute, with a dump. */
    static void until(String ifNot, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(ifNot + "\n" + Go.dump());
            }
            LockSupport.parkNanos(POLL);
        }
    }
}
