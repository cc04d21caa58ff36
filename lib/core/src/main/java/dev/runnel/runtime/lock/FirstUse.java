package dev.runnel.runtime.lock;

import java.lang.invoke.MethodHandles;
import java.util.function.IntConsumer;

/**
 * Has the JDK do before it is needed what it does at a first use: initialize a class, which has failed for ever if that fails, or link a call of a
 * {@link java.lang.invoke.VarHandle}. Near the end of a stack, or without memory, either may fail, in the middle of what cannot be taken back.
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

    /**
     * Makes calls of {@code VarHandle}s now that are not to change anything, and so have no object to do it to. All calls of a class of the same operation with the same
     * types, as the compiler sees them, are linked together: who has a lock or a P in hands when it makes the first, or has changed something, has nothing to go back to.
     *
     * @param calls how many
     * @param call makes the one with that number, from 0 on; each ends with a {@code NullPointerException}, once it has been linked
     */
    public static void isNow(int calls, IntConsumer call) {
        for (int i = 0; i < calls; i++) {
            insistOnNothing(call, i);
        }
    }

    private static void insistOnNothing(IntConsumer call, int number) {
        try {
            call.accept(number);
        } catch (NullPointerException e) {
            return;
        }
        throw new IllegalArgumentException("call " + number + " has been made to an object");
    }
}
