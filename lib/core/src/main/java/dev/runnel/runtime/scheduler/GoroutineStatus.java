package dev.runnel.runtime.scheduler;

/**
 * The states of a goroutine, with Go's names for them where they differ.
 *
 * <pre>
 * IDLE     -> RUNNABLE  go
 * RUNNABLE -> RUNNING   a P was given to its M, or an M took it up
 * RUNNING  -> WAITING   park: on a channel, a select, a timer
 * WAITING  -> RUNNABLE  ready, by whoever claimed the wait
 * RUNNING  -> RUNNABLE  gosched; its slice is over
 * RUNNING  -> OUTSIDE   its P was taken: it is blocked in the JDK, or ran too long   (Go: syscall)
 * OUTSIDE  -> RUNNING   came back and found an idle P
 * OUTSIDE  -> RUNNABLE  came back and found none
 * RUNNING  -> DEAD      ended
 * </pre>
 */
enum GoroutineStatus {
    IDLE,
    RUNNABLE,
    RUNNING,
    WAITING,
    OUTSIDE,
    DEAD;

    boolean mayBecome(GoroutineStatus next) {
        return switch (this) {
            case IDLE, WAITING -> next == RUNNABLE;
            case RUNNABLE -> next == RUNNING;
            case RUNNING -> next == WAITING || next == RUNNABLE || next == OUTSIDE || next == DEAD;
            case OUTSIDE -> next == RUNNING || next == RUNNABLE;
            case DEAD -> false;
        };
    }
}
