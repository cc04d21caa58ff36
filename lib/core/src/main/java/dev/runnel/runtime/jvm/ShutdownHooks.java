package dev.runnel.runtime.jvm;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Our hooks among those that the JVM starts as it begins to shut down. Each is a thread that does not run yet, may wake
 * a goroutine, and appears in no list of threads.
 */
public final class ShutdownHooks {

    private static final AtomicLong SET = new AtomicLong();

    private ShutdownHooks() {}

    /**
     * Sets one.
     *
     * @return whether it was set; if not, the JVM has begun to shut down
     */
    public static boolean add(Thread hook) {
        SET.getAndAdd(1);
        boolean added = false;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            added = true;
        } catch (IllegalStateException e) {
            // this is how the JDK says that it is too late
        } finally {
            if (!added) {
                SET.getAndAdd(-1);
            }
        }
        return added;
    }

    /** Takes one back that was set; in vain if the JVM has begun to shut down. */
    public static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it has been started
        } finally {
            SET.getAndAdd(-1);
        }
    }

    /** Whether one is set. */
    public static boolean anyIsSet() {
        return SET.get() > 0;
    }
}
