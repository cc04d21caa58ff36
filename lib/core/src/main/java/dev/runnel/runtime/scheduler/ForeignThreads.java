package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.SpinLock;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The threads that are no goroutines but may wake one: those that have used a channel or a timer, and those that goroutines
 * have started. As long as one of them lives, no runtime can be said to be deadlocked.
 *
 * <p>Those that goroutines have started are known in two ways. With shared carriers each is given something of ours when it is made.
 * With dedicated ones a virtual thread is seen when it first runs, by its continuation alone, since then its maker's M is its scheduler.
 */
final class ForeignThreads {

    private static final SpinLock LOCK = new SpinLock();
    private static final Set<Reference<ForeignThread>> KNOWN = new HashSet<>();
    private static final ReferenceQueue<ForeignThread> GONE = new ReferenceQueue<>();

    /** The continuations of virtual threads that goroutines have made, with dedicated carriers. As long as the thread is not collected. */
    private static final Map<Runnable, Boolean> CONTINUATIONS = new WeakHashMap<>();

    private static boolean sawTooMany;
    private static int operations;

    private ForeignThreads() {}

    static ForeignThread register() {
        ForeignThread fresh = new ForeignThread();
        Reference<ForeignThread> reference = new WeakReference<>(fresh, GONE);
        LOCK.lockAnother();
        try {
            forgetGone();
            KNOWN.add(reference);
        } finally {
            LOCK.unlock();
        }
        return fresh;
    }

    /** A virtual thread that a goroutine has made is about to run, for the first time or again. Never throws. */
    static void madeByGoroutine(Runnable continuation) {
        LOCK.lockAnother();
        try {
            CONTINUATIONS.putIfAbsent(continuation, true);
        } catch (OutOfMemoryError e) {
            sawTooMany = true;
        } finally {
            LOCK.unlock();
        }
    }

    /**
     * Whether a thread may live that a goroutine has made and that has not used a channel. One that has ended is seen to have gone
     * only after a garbage collection, and if nobody keeps it; with shared carriers nor is it seen whether it was ever started.
     */
    static boolean anyMadeByGoroutines() {
        LOCK.lockAnother();
        try {
            forgetGone();
            return sawTooMany || !CONTINUATIONS.isEmpty() || anyWithoutThread();
        } finally {
            LOCK.unlock();
        }
    }

    private static boolean anyWithoutThread() {
        for (Reference<ForeignThread> reference : KNOWN) {
            ForeignThread foreign = reference.get();
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

    /** Whether a foreign thread waits in a channel operation now. */
    static boolean operationPending() {
        LOCK.lockAnother();
        try {
            return operations > 0;
        } finally {
            LOCK.unlock();
        }
    }

    /** The threads alive that have used a channel or a timer, or woken a goroutine. */
    static List<Thread> alive() {
        List<Thread> alive = new ArrayList<>();
        LOCK.lockAnother();
        try {
            forgetGone();
            for (Reference<ForeignThread> reference : KNOWN) {
                ForeignThread foreign = reference.get();
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

    private static void forgetGone() {
        Reference<? extends ForeignThread> gone;
        while ((gone = GONE.poll()) != null) {
            KNOWN.remove(gone);
        }
    }
}
