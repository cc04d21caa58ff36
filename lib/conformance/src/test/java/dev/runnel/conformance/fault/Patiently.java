package dev.runnel.conformance.fault;

import dev.runnel.Go;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions on the thread of the test. */
final class Patiently {

    private static final long PATIENCE = 60_000_000_000L;
    private static final long FIRST_PAUSE = 20_000;
    private static final long LONGEST_PAUSE = 2_000_000;

    private Patiently() {}

    /** Fails after a minute, with a dump. */
    static void until(String ifNot, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE;
        for (long pause = FIRST_PAUSE; !condition.getAsBoolean(); pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(ifNot + "\n" + Go.dump());
            }
            LockSupport.parkNanos(pause);
        }
    }
}
