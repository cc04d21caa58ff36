package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.SpinLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of users that is to be told of an end by an M in the midst of the runtime, where that code must not run;
 * mostly it is told that something never begins, because its runtime closes. It is run by threads of its own: the
 * threads of a pool that others use, too, may all be waiting for what is told here, and the carriers of virtual threads
 * may all be busy with goroutines that are to be cut off. The threads end when there is nothing more to do. There are a
 * few at most, however many are told at once, so the others wait only where each of these threads blocks in code of
 * users. They count like any other thread of the user's, in a dump as well as for deadlocks.
 */
public final class Aside {

    private static final int MOST_THREADS = 16;

    private static final Aside ALL = new Aside(work -> Thread.ofPlatform()
            .daemon()
            .name("runnel-aside")
            .inheritInheritableThreadLocals(false)
            .unstarted(work));

    private final Function<Runnable, Thread> maker;
    private final SpinLock lock = new SpinLock();

    // Under the lock.
    private @Nullable Told first;
    private @Nullable Told last;
    private int threads;

    /** How many of them have begun; whether the others can be made, nobody knows. */
    private int begun;

    /**
     * For tests.
     *
     * @param maker makes a thread, and does not start it
     */
    Aside(Function<Runnable, Thread> maker) {
        this.maker = maker;
    }

    /** Something to be done, once, and what comes after it. */
    static final class Told {
        private final Runnable action;
        private @Nullable Told next;

        Told(Runnable action) {
            this.action = action;
        }
    }

    /** Runs an action, and does not wait for it; what it throws is an uncaught exception of a thread. */
    public static void run(Runnable action) {
        run(new Told(action));
    }

    /** As {@link #run(Runnable)}: it is done even if this fails, and must not be told again. */
    static void run(Told told) {
        ALL.add(told);
    }

    void add(Told told) {
        lock.lock();
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
        lock.unlock();
        if (more) {
            start();
        }
    }

    private void start() {
        try {
            maker.apply(this::work).start();
        } catch (Throwable e) {
            lock.lock();
            threads--;
            boolean others = begun > 0;
            lock.unlock();
            if (!others) {
                throw e; // what is listed is still done: when more is told, or by a thread that is about to begin
            }
        }
    }

    private void work() {
        lock.lock();
        begun++;
        lock.unlock();
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
    private @Nullable Told take() {
        lock.lock();
        Told told = first;
        if (told == null) {
            threads--;
            begun--;
        } else {
            first = told.next;
            last = first == null ? null : last;
            told.next = null; // it may block for long, and would keep all that come after it
        }
        lock.unlock();
        return told;
    }
}
