package dev.runnel.testkit;

import org.jspecify.annotations.Nullable;

/**
 * An exception that says that a test does not apply, as assumptions do. Known by name: there may be neither JUnit nor
 * jqwik.
 */
final class Aborted {

    private static final String NAME = "org.opentest4j.TestAbortedException";

    private Aborted() {}

    /** Whether this says so. */
    static boolean is(@Nullable Throwable thrown) {
        Class<?> type = thrown == null ? null : thrown.getClass();
        while (type != null && !type.getName().equals(NAME)) {
            type = type.getSuperclass();
        }
        return type != null;
    }
}
