package dev.runnel.runtime.lock;

import java.lang.invoke.MethodHandles;

/**
 * Initializes classes before they are needed: one whose initialization fails has failed for ever, and near the end of a stack it might, in
 * the middle of what cannot be taken back.
 */
public final class FirstUse {

    private FirstUse() {}

    /**
     * Initializes them now.
     *
     * @param caller whose classes they are, or may be used by
     * @param later the classes
     */
    public static void isNow(MethodHandles.Lookup caller, Class<?>... later) {
        for (Class<?> type : later) {
            try {
                caller.ensureInitialized(type);
            } catch (IllegalAccessException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
