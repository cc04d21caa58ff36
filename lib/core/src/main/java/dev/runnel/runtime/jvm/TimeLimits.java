package dev.runnel.runtime.jvm;

import java.util.Set;

/**
 * Recognizes the threads of JUnit that wait for the end of a test's time. They run nothing of the user's before the
 * test has ended, or has failed by then; Go's {@code -timeout} cannot wake a goroutine either.
 */
public final class TimeLimits {

    /** The one for tests with a {@code @Timeout}; it is there from the first on, and is not a daemon. */
    private static final String CLOCK = "junit-jupiter-timeout-watcher";

    /** What runs a test on another thread, and waits for it. */
    private static final Set<String> WAITING_FOR_A_TEST = Set.of(
            "org.junit.jupiter.api.AssertTimeoutPreemptively",
            "org.junit.jupiter.api.timeout.PreemptiveTimeoutUtils",
            "org.junit.internal.runners.statements.FailOnTimeout");

    /** The names of such other threads, which have frames of the same classes. */
    private static final String TESTS_OWN = "junit-timeout-thread";

    private TimeLimits() {}

    public static boolean watches(Thread thread) {
        try {
            String name = thread.getName();
            return name.equals(CLOCK)
                    ? IdleThreads.isIdle(thread)
                    : !name.startsWith(TESTS_OWN) && waitsForATest(thread.getStackTrace());
        } catch (Throwable e) {
            return false; // one of the user's own, which does not say what it does
        }
    }

    /** Whether the innermost frame that is not the JDK's is one of those, and it waits for what it has started. */
    private static boolean waitsForATest(StackTraceElement[] stack) {
        for (int i = 1; i < stack.length; i++) {
            if (!IdleThreads.isJdks(stack[i].getClassName())) {
                return WAITING_FOR_A_TEST.contains(stack[i].getClassName())
                        && stack[i - 1].getClassName().equals("java.util.concurrent.FutureTask")
                        && stack[i - 1].getMethodName().equals("get");
            }
        }
        return false;
    }
}
