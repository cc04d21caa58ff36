package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.SpinLock;
import org.jspecify.annotations.Nullable;

/**
 * Has code of users run that is told of an end by an M in the midst of the runtime, where it must not run; mostly, that something never begins, as its
 * runtime closes. By threads of its own: all those of a pool that others use, too, may be waiting for what is told here, and so may the carriers
 * of virtual threads be busy with goroutines that are to be cut off. They end when there is nothing more to be done; there are a few at most, however many are
 * told at once, so only where each of them blocks in code of users the others wait. They count as any other thread of the user's does, in a dump as for deadlocks.
 */
public final class Aside {

    private static final int MOST_THREADS = 16;

    private static final SpinLock LOCK = new SpinLock();

    // Under the lock.
    private static @Nullable Told first;
    private static @Nullable Told last;
    private static int threads;

    private Aside() {}

    /** Something to be done, and what comes after it. */
    private static final class Told {
        private final Runnable action;
        private @Nullable Told next;

        Told(Runnable action) {
            this.action = action;
        }
    }

    /** Runs an action, and does not wait for it; what it throws is an uncaught exception of a thread. */
    public static void run(Runnable action) {
        Told told = new Told(action);
        LOCK.lock();
        if (last == null) {
            first = told;
        } else {
            last.next = told;
        }
        last = told;
        boolean more = threads < MOST_THREADS;
        if (more) {
            threads++;
        }
        LOCK.unlock();
        if (more) {
            start();
        }
    }

    private static void start() {
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("runnel-aside")
                    .inheritInheritableThreadLocals(false)
                    .start(Aside::work);
        } catch (Throwable e) {
            LOCK.lock();
            threads--;
            boolean others = threads > 0;
            LOCK.unlock();
            if (!others) {
                throw e; // what is to be done is, with what comes next
            }
        }
    }

    private static void work() {
        for (Told told = take(); told != null; told = take()) {
            try {
                told.action.run();
            } catch (Throwable thrown) {
                tell(thrown);
            }
        }
    }

    /** Whatever the handler does, the thread goes on: others wait for it. */
    private static void tell(Throwable thrown) {
        Thread self = Thread.currentThread();
        try {
            self.getUncaughtExceptionHandler().uncaughtException(self, thrown);
        } catch (Throwable dropped) {
            return;
        }
    }

    /** If there is none the thread ends. */
    private static @Nullable Told take() {
        LOCK.lock();
        Told told = first;
        if (told == null) {
            threads--;
        } else {
            first = told.next;
            last = first == null ? null : last;
        }
        LOCK.unlock();
        return told;
    }
}
