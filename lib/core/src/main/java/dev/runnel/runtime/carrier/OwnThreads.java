package dev.runnel.runtime.carrier;

/**
 * The platform threads of the library itself: carriers, watchdogs, the one that waits for the network, and those that
 * print a trace or stir the JDK's pool. Their group tells them from those of users, since anybody may give a thread any
 * name.
 */
public final class OwnThreads {

    private static final ThreadGroup GROUP = new ThreadGroup("runnel");

    private OwnThreads() {}

    /** A daemon thread to be, which is given nothing of the one that makes it. */
    public static Thread.Builder.OfPlatform named(String name) {
        return Thread.ofPlatform().group(GROUP).name(name).daemon().inheritInheritableThreadLocals(false);
    }

    /** Whether it is one of these and alive. */
    public static boolean isOne(Thread thread) {
        return thread.getThreadGroup() == GROUP;
    }
}
