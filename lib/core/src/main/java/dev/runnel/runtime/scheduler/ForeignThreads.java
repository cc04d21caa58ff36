package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.jvm.WeakObjects;
import dev.runnel.runtime.lock.SpinLock;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads that are not goroutines but may wake one: those that have used a channel or a timer, and those that
 * goroutines have started. As long as one of them lives, no runtime can be said to be deadlocked.
 *
 * <p>Those that goroutines have started are known in two ways. With shared carriers, where the JVM does not count its
 * virtual threads, each inherits a thread-local of ours when it is made ({@link Current}). With dedicated ones a
 * virtual thread is seen when it first runs, by its continuation alone, since its maker's M is its scheduler.
 */
final class ForeignThreads {

    /**
     * Whoever has it must not wait for anything: to let that thread go on again, the JDK may call what needs this lock;
     * see {@link WeakObjects}.
     */
    private static final SpinLock LOCK = new SpinLock();

    private static final WeakObjects<ForeignThread> KNOWN = new WeakObjects<>();

    /**
     * The continuations of virtual threads that goroutines have made, with dedicated carriers; each as long as its
     * thread is not collected.
     */
    private static final WeakObjects<Runnable> CONTINUATIONS = new WeakObjects<>();

    static {
        new WeakObjects<>().add(LOCK); // so that no class is loaded under the lock
    }

    private static boolean sawTooMany;
    private static boolean missed;
    private static int operations;

    private ForeignThreads() {}

    static ForeignThread register() {
        ForeignThread fresh = new ForeignThread();
        LOCK.lockAnother();
        try {
            KNOWN.add(fresh);
        } finally {
            LOCK.unlock();
        }
        return fresh;
    }

    /**
     * There was no memory to register a thread that has woken a goroutine and may do so again: from now on there is
     * always one that may.
     */
    static void missedOne() {
        LOCK.lockAnother();
        missed = true;
        LOCK.unlock();
    }

    /** A virtual thread that a goroutine has made is about to run, for the first time or again. Never throws. */
    static void madeByGoroutine(Runnable continuation) {
        LOCK.lockAnother();
        try {
            CONTINUATIONS.add(continuation);
        } catch (OutOfMemoryError e) {
            sawTooMany = true;
        } finally {
            LOCK.unlock();
        }
    }

    /**
     * Whether a thread may live that a goroutine has made and that has not used a channel. One that has ended is seen
     * to have gone only after a garbage collection, and only if nobody keeps it; with shared carriers it is not even
     * seen whether it was ever started.
     */
    static boolean anyMadeByGoroutines() {
        LOCK.lockAnother();
        try {
            return sawTooMany || CONTINUATIONS.any() || anyWithoutThread();
        } finally {
            LOCK.unlock();
        }
    }

    private static boolean anyWithoutThread() {
        for (int i = 0; i < KNOWN.size(); i++) {
            ForeignThread foreign = KNOWN.at(i);
            if (foreign != null && foreign.thread() == null) {
                return true;
            }
        }
        return false;
    }

    static void beginOperation() {
        LOCK.lockAnother();
        operations++;
        LOCK.unlock();
    }

    static void endOperation() {
        LOCK.lockAnother();
        operations--;
        LOCK.unlock();
    }

    /** Whether a foreign thread waits in a channel operation now, or is not known, and so may make one. */
    static boolean mayBeInOperation() {
        LOCK.lockAnother();
        try {
            return operations > 0 || missed;
        } finally {
            LOCK.unlock();
        }
    }

    /** The threads alive that have used a channel or a timer, or woken a goroutine. */
    static List<Thread> alive() {
        List<Thread> alive = new ArrayList<>();
        LOCK.lockAnother();
        try {
            for (int i = 0; i < KNOWN.size(); i++) {
                ForeignThread foreign = KNOWN.at(i);
                Thread thread = foreign == null ? null : foreign.thread();
                if (thread != null && thread.isAlive()) {
                    alive.add(thread);
                }
            }
        } finally {
            LOCK.unlock();
        }
        return alive;
    }
}
