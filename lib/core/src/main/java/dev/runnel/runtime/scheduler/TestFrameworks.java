package dev.runnel.runtime.scheduler;

import java.util.List;

/**
 * Tells threads of test frameworks that wait for a test, or for the end of its time. They run nothing of the user's before the test has ended, or has failed by then;
 * Go's {@code -timeout} is nothing that could wake a goroutine either.
 */
final class TestFrameworks {

    /** JUnit's, for tests with a {@code @Timeout}; it is there from the first on, and is no daemon. */
    private static final String JUNITS_CLOCK = "junit-jupiter-timeout-watcher";

    private static final List<String> PACKAGES =
            List.of("org.junit.", "org.testng.", "org.apache.maven.surefire.", "org.gradle.", "worker.org.gradle.");

    private TestFrameworks() {}

    static boolean waits(Thread thread) {
        try {
            return thread.getName().equals(JUNITS_CLOCK) ? IdleThreads.isIdle(thread) : isInFramework(thread);
        } catch (Throwable e) {
            return false; // one of the user's own, which does not say what it does
        }
    }

    /** Whether it waits, and the innermost frame that is not the JDK's is a framework's. */
    private static boolean isInFramework(Thread thread) {
        Thread.State state = thread.getState();
        if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) {
            return false;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            String where = frame.getClassName();
            if (!IdleThreads.isJdks(where)) {
                return PACKAGES.stream().anyMatch(where::startsWith);
            }
        }
        return false;
    }
}
