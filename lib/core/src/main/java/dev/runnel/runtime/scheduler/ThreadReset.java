package dev.runnel.runtime.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Makes the thread of an M like new between two goroutines: interrupt status, name, context class loader, handler of
 * uncaught exceptions and, if {@code java.lang} is open to us, thread-locals. (The priority of a virtual thread cannot
 * be changed.)
 */
final class ThreadReset {

    private static final @Nullable VarHandle THREAD_LOCALS = field("threadLocals");
    private static final @Nullable VarHandle INHERITABLE = field("inheritableThreadLocals");
    private static final @Nullable VarHandle SIZE = size();

    private ThreadReset() {}

    /**
     * By the thread itself.
     *
     * @param handler that of uncaught exceptions; null for none
     */
    static void restore(Thread thread, String name, Thread.@Nullable UncaughtExceptionHandler handler) {
        if (thread.isInterrupted()) {
            Thread.interrupted();
        }
        if (!thread.getName().equals(name)) {
            thread.setName(name);
        }
        if (thread.getUncaughtExceptionHandler() != (handler == null ? thread.getThreadGroup() : handler)) {
            thread.setUncaughtExceptionHandler(handler);
        }
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        if (thread.getContextClassLoader() != loader) {
            thread.setContextClassLoader(loader);
        }
        if (THREAD_LOCALS != null && THREAD_LOCALS.get(thread) != null) {
            THREAD_LOCALS.set(thread, null);
        }
        if (INHERITABLE != null && SIZE != null) {
            Object map = INHERITABLE.get(thread);
            if (map != null) {
                Machine shared = Current.inherited();
                if ((int) SIZE.get(map) > (shared == null ? 0 : 1)) {
                    INHERITABLE.set(thread, null);
                    if (shared != null) {
                        Current.beginsOnShared(shared);
                    }
                }
            }
        }
    }

    private static @Nullable VarHandle field(String field) {
        return handle(Thread.class, field, "java.lang.ThreadLocal$ThreadLocalMap");
    }

    private static @Nullable VarHandle size() {
        try {
            return handle(Class.forName("java.lang.ThreadLocal$ThreadLocalMap"), "size", null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static @Nullable VarHandle handle(Class<?> owner, String field, @Nullable String type) {
        if (!Object.class.getModule().isOpen("java.lang", ThreadReset.class.getModule())) {
            return null;
        }
        try {
            Class<?> fieldType = type == null ? int.class : Class.forName(type);
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, field, fieldType);
        } catch (ReflectiveOperationException e) {
            return null; // another JDK has it otherwise: thread-locals carry over, as without the open package
        }
    }
}
