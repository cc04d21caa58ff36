package dev.runnel.runtime.scheduler;

import dev.runnel.runtime.lock.SpinLock;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;

/**
 * The threads that are no goroutines but may wake one: those that have used a channel or a timer, and those that goroutines
 * have started. As long as one of them lives, no runtime can be said to be deadlocked.
 */
final class ForeignThreads {

    private static final SpinLock LOCK = new SpinLock();
    private static final Set<Reference<ForeignThread>> KNOWN = new HashSet<>();
    private static final ReferenceQueue<ForeignThread> GONE = new ReferenceQueue<>();
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

    /**
     * Whether a foreign thread lives that is not among those given. A thread that has ended without ever using a channel
     * is seen to be gone only after a garbage collection.
     */
    static boolean anyAlive(Set<Thread> except) {
        LOCK.lockAnother();
        try {
            forgetGone();
            for (Reference<ForeignThread> reference : KNOWN) {
                ForeignThread foreign = reference.get();
                if (foreign != null) {
                    Thread thread = foreign.thread();
                    if (thread == null || (thread.isAlive() && !except.contains(thread))) {
                        return true;
                    }
                }
            }
            return false;
        } finally {
            LOCK.unlock();
        }
    }

    private static void forgetGone() {
        Reference<? extends ForeignThread> gone;
        while ((gone = GONE.poll()) != null) {
            KNOWN.remove(gone);
        }
    }
}
