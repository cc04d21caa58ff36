package dev.runnel.scheduler;

import static dev.runnel.Go.go;
import static dev.runnel.Go.gosched;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.runnel.GoRuntime;
import dev.runnel.Runtimes;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * With dedicated carriers, a goroutine that has run for so long that its P and its carrier were taken from it, and that
 * then waits for a short lock of the runtime, waits on the carrier of the P's next holder. It has its turn there,
 * although that holder never leaves the carrier.
 */
class LostCarrierTest {

    private static final int RUNS = 4;
    private static final int DUMPS = 2_000; // each takes that lock, which the others want all the time

    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void whoYieldsToItself_letsOthersHaveTheCarrier() {
        dumpBeside(() -> {
            while (!over.get()) {
                gosched();
            }
        });
    }

    @Test
    void whoEndsAndIsFollowedOnItsM_letsOthersHaveTheCarrier() {
        dumpBeside(this::startsAnother);
    }

    private void startsAnother() {
        if (!over.get()) {
            go(this::startsAnother);
        }
    }

    private void dumpBeside(Body busy) {
        for (int i = 0; i < RUNS; i++) {
            over.set(false);
            try (GoRuntime runtime = new GoRuntime(Runtimes.withProcs(2))) {
                runtime.run(() -> {
                    go(busy);
                    for (int dump = 0; dump < DUMPS; dump++) {
                        assertTrue(runtime.dump().contains("goroutine 1 "), "after " + dump);
                    }
                    over.set(true);
                });
            }
        }
    }
}
