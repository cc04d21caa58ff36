package dev.runnel.runtime.scheduler;

import java.util.List;

/** Where a goroutine was started: the calls of the program, innermost first. */
final class SpawnSite {

    private static final int FRAMES = 8;
    private static final List<StackTraceElement> UNKNOWN = List.of();

    private SpawnSite() {}

    static List<StackTraceElement> ofCaller() {
        try {
            return StackWalker.getInstance()
                    .walk(frames -> frames.dropWhile(SpawnSite::isOurs)
                            .takeWhile(frame -> !Current.isBelowBody(frame.getClassName()))
                            .limit(FRAMES)
                            .map(StackWalker.StackFrame::toStackTraceElement)
                            .toList());
        } catch (StackOverflowError e) {
            return UNKNOWN;
        }
    }

    private static boolean isOurs(StackWalker.StackFrame frame) {
        String type = frame.getClassName();
        return type.startsWith("dev.runnel.runtime.")
                || type.equals("dev.runnel.Go")
                || type.equals("dev.runnel.GoRuntime");
    }
}
