package dev.runnel.runtime.scheduler;

/**
 * Has code of users run that is told of an end by an M in the midst of the runtime, where it must not run; mostly, that something never begins, as its
 * runtime closes. By a thread of its own each time: all those of a pool that others use, too, may be waiting for what is told here, and so may the carriers
 * of virtual threads be busy with goroutines that are to be cut off. It counts as any other thread of the user's does, in a dump as for deadlocks.
 */
public final class Aside {

    private Aside() {}

    /** Runs an action, and does not wait for it; what it throws is an uncaught exception. */
    public static void run(Runnable action) {
        Thread.ofPlatform()
                .daemon()
                .name("runnel-aside")
                .inheritInheritableThreadLocals(false)
                .start(action);
    }
}
