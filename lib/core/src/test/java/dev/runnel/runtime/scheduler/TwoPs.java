package dev.runnel.runtime.scheduler;

import static dev.runnel.Go.go;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runnel.GoHandle;
import dev.runnel.JdkPool;
import dev.runnel.Runtimes;
import dev.runnel.scheduler.Body;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Two Ps that the test holds: main keeps one by spinning, and an occupant keeps the other. Slices last for hours, so
 * that nobody takes a P away.
 */
final class TwoPs {

    /** This many carriers must be free on the JDK's own pool: one for each P. */
    private static final int CARRIERS = 2;

    private final AtomicBoolean leave = new AtomicBoolean();
    private final GoHandle occupant;

    /** Called by main; comes back when the occupant has the other P. */
    TwoPs() {
        AtomicBoolean runs = new AtomicBoolean();
        occupant = go("occupant", () -> {
            runs.set(true);
            spinUntil(leave::get);
        });
        spinUntil(runs::get);
    }

    static void run(Body main) {
        run(2, main);
    }

    static void run(int procs, Body main) {
        assumeTrue(JdkPool.mayBePinned() >= Math.max(procs, CARRIERS) - 1);
        Runtimes.run(Runtimes.withProcs(procs).withTimeSlice(Duration.ofHours(1)), main);
    }

    /** Spins without a call into the runtime: the caller keeps its P. */
    static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    /** The occupant ends, and its M looks for work. */
    void leave() {
        leave.set(true);
    }

    void join() {
        occupant.join();
    }
}
