package dev.runnel.runtime.lock;

import java.lang.invoke.MethodHandles;
import java.util.function.IntConsumer;

/**
 * Has the JDK do in advance what it does at a first use: initialize a class, which can never be used if that fails, or
 * link a call of a {@link java.lang.invoke.VarHandle}. Near the end of a stack, or without memory, either may fail in
 * the middle of something that cannot be taken back.
 */
public final class FirstUse {

    private FirstUse() {}

    /**
     * Initializes classes now.
     *
     * @param caller a lookup that may access them
     * @param later the classes, which are needed later
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

    /**
     * Makes calls of {@code VarHandle}s now, on null, so that they change nothing. All calls that a class makes of the
     * same operation with the same types, as the compiler sees them, are linked together, at the first of them. Whoever
     * made that first call while holding a lock or a P, or in the middle of a change, could not go back if it failed.
     *
     * @param calls how many
     * @param call makes the one with that number, from 0 on; each ends with a {@code NullPointerException}, once it has
     *     been linked
     */
    public static void isNow(int calls, IntConsumer call) {
        for (int i = 0; i < calls; i++) {
            callOnNull(call, i);
        }
    }

    private static void callOnNull(IntConsumer call, int number) {
        try {
            call.accept(number);
        } catch (NullPointerException e) {
            return;
        }
        throw new IllegalArgumentException("call " + number + " has been made to an object");
    }
}
