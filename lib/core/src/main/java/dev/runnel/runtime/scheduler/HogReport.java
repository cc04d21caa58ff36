package dev.runnel.runtime.scheduler;

import java.util.Locale;

/** Tells of a goroutine whose P was taken, as it ran for too long while others waited, and where it is; once for each. */
final class HogReport {

    private HogReport() {}

    /** By the watchdog, which has just taken the P; so nothing may come out of it. */
    static void log(Scheduler s, Goroutine hog, long nanos) {
        if (!s.config.reports().hogs() || hog.reportedAsHog) {
            return;
        }
        hog.reportedAsHog = true;
        try {
            System.getLogger("dev.runnel").log(System.Logger.Level.WARNING, text(hog, nanos, s.dump(g -> g == hog)));
        } catch (RuntimeException | Error e) {
            return; // a handler's failure
        }
    }

    private static String text(Goroutine hog, long nanos, String place) {
        return String.format(
                Locale.ROOT,
                "%s had a P for %.1f ms without a call into the runtime while others waited, and runs on without:%n%s",
                hog,
                nanos / 1e6,
                place);
    }
}
