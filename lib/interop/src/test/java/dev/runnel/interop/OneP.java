package dev.runnel.interop;

import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;

/**
 * A runtime in which the order is known: a goroutine runs when the one that started it waits, and nobody's slice ends.
 */
final class OneP {

    static final RuntimeConfig SETTINGS =
            RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1));

    private OneP() {}
}
