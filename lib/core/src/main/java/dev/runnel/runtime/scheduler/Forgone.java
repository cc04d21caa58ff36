package dev.runnel.runtime.scheduler;

import java.util.ArrayList;
import java.util.List;

/**
 * Locks that goroutines were unwound without. A goroutine that waits for a condition has given its lock back and must
 * have it again to go on; when its runtime closes, it cannot wait for that. Its {@code finally} blocks know nothing of
 * it, and unlock: the first unlock of such a lock by such a goroutine unlocks nothing.
 */
public final class Forgone {

    private Forgone() {}

    /** The caller goes on without this lock. */
    public static void add(Object lock) {
        Goroutine g = Goroutine.current();
        if (g != null) {
            Particulars its = g.particulars();
            if (its.forgone == null) {
                its.forgone = new ArrayList<>();
            }
            its.forgone.add(lock);
        }
    }

    /**
     * For a caller that is being unwound, and can wait for nothing: locks a lock of the user's. If a lock of ours
     * within it, which it unlocks later, is not free, the caller goes on without that one.
     */
    public static void lockOrForgo(Runnable locking) {
        Goroutine g = Goroutine.current();
        if (g == null) {
            locking.run();
            return;
        }
        Particulars its = g.particulars();
        its.forgoes = true;
        try {
            locking.run();
        } finally {
            its.forgoes = false;
        }
    }

    /** The caller is unwound, because it would have to wait for this lock. */
    public static void refused(Object lock) {
        Goroutine g = Goroutine.current();
        if (g != null && g.knownParticulars().forgoes) {
            add(lock);
        }
    }

    /** Whether there can be any: while a runtime closes, or is deterministic. */
    public static boolean arePossible() {
        return Checkpoint.armed != 0;
    }

    /** Whether the caller has gone on without this lock, and has not unlocked it since; it has now. */
    public static boolean isPaidBy(Object lock) {
        if (!arePossible()) {
            return false;
        }
        Goroutine g = Goroutine.current();
        List<Object> forgone = g == null ? null : g.knownParticulars().forgone;
        return forgone != null && forgone.remove(lock);
    }
}
