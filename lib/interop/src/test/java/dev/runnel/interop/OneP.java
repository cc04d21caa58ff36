package dev.runnel.interop;

import dev.runnel.scheduler.RuntimeConfig;
import java.time.Duration;

/** A runtime in which the order is known: who is started runs when its starter waits, and nobody's slice ends. */
final class OneP {

    static final RuntimeConfig SETTINGS =
            RuntimeConfig.fromProperties().withProcs(1).withTimeSlice(Duration.ofHours(1));

    private OneP() {}
}
