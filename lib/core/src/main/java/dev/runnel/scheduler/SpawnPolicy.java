package dev.runnel.scheduler;

/** What a P does when a goroutine starts another: who of the two runs on, and who is queued. */
public enum SpawnPolicy {
    /** The new one is queued, to run next, and who started it runs on; as in Go. */
    CHILD,
    /**
     * The new one runs at once, and who started it is queued; the P takes up the youngest in its queue first, other Ps
     * take the oldest. On one P goroutines that start others run in the order of calls that return. Each level that
     * waits for its turn has a thread.
     */
    CONTINUATION
}
