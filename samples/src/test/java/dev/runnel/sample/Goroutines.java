package dev.runnel.sample;

import dev.runnel.Go;

/** What tests need to know of goroutines beside their own. */
public final class Goroutines {

    private Goroutines() {}

    /** Waits until the calling goroutine is the only one left; if that does not happen, the test's timeout tells. */
    public static void awaitNoOthers() {
        while (Go.numGoroutine() > 1) {
            Go.gosched();
        }
    }
}
