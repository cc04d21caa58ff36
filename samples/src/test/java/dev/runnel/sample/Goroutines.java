package dev.runnel.sample;

import dev.runnel.Go;

/** What tests want of the goroutines beside their own. */
public final class Goroutines {

    private Goroutines() {}

    /** Waits until the goroutine that calls is the only one left; the test's timeout says when not. */
    public static void awaitNoOthers() {
        while (Go.numGoroutine() > 1) {
            Go.gosched();
        }
    }
}
