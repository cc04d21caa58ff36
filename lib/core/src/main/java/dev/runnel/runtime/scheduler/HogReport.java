package dev.runnel.runtime.scheduler;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells of a goroutine whose P was taken because it ran for too long while others waited, and where it is; once for
 * each.
 */
final class HogReport {

    private HogReport() {}

    /** By the watchdog, which has the P in hands: before others run, and the goroutine may go on because of that. */
    static @Nullable String of(Scheduler s, Goroutine hog, Processor taken) {
        if (hog.reportedAsHog) {
            return null;
        }
        hog.reportedAsHog = true;
        try {
            return String.format(
                    Locale.ROOT,
                    "%s had a P for %.1f ms without a call into the runtime while others waited, and runs on without:%n%s",
                    hog,
                    (System.nanoTime() - taken.seenSince) / 1e6,
                    Dump.of(s, g -> g == hog));
        } catch (OutOfMemoryError e) {
            return null; // the P must go on
        }
    }
}
