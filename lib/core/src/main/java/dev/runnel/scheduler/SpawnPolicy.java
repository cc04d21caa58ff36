package dev.runnel.scheduler;

/** What a P does when a goroutine starts another: which of the two runs on, and which is queued. */
public enum SpawnPolicy {
    /** The new goroutine is queued, to run next, and the one that started it runs on; as in Go. */
    CHILD,
    /**
     * The new goroutine runs at once, and the one that started it is queued. The P takes up the youngest in its queue
     * first; other Ps take the oldest. On one P, goroutines that start others run in the order of calls that return.
     * Each level that waits for its turn has a thread.
     */
    CONTINUATION
}
