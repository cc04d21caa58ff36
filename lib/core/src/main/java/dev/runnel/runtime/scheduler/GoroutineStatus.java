package dev.runnel.runtime.scheduler;

/**
 * The states of a goroutine, with Go's names for them where they differ.
 *
 * <pre>
 * IDLE     -> RUNNABLE  go
 * RUNNABLE -> RUNNING   a P was given to its M, or an M took it up
 * RUNNING  -> WAITING   park: on a channel, a select, a timer
 * WAITING  -> RUNNABLE  ready, by whoever claimed the wait
 * RUNNING  -> LINGERING park, with its P in hands for a moment: {@link Lingering}; not in Go
 * LINGERING-> RUNNING   ready, within that moment
 * LINGERING-> WAITING   the moment is over
 * RUNNING  -> RUNNABLE  gosched; its slice is over
 * RUNNING  -> OUTSIDE   its P was taken: it is blocked in the JDK, or ran too long   (Go: syscall)
 *                       or it gave its P away, and said that it will block
 * OUTSIDE  -> RUNNING   came back and found an idle P, or has the one back that was just taken
 * OUTSIDE  -> RUNNABLE  came back and found none
 * RUNNING  -> DEAD      ended
 * </pre>
 */
enum GoroutineStatus {
    IDLE,
    RUNNABLE,
    RUNNING,
    WAITING,
    LINGERING,
    OUTSIDE,
    DEAD;

    private static final GoroutineStatus[] ALL = values();

    /** The legal moves, a bit for each. */
    private static final long LEGAL = moves(IDLE, RUNNABLE)
            | moves(RUNNABLE, RUNNING)
            | moves(RUNNING, WAITING, LINGERING, RUNNABLE, OUTSIDE, DEAD)
            | moves(WAITING, RUNNABLE)
            | moves(LINGERING, RUNNING, WAITING)
            | moves(OUTSIDE, RUNNING, RUNNABLE);

    private static long moves(GoroutineStatus from, GoroutineStatus... to) {
        long bits = 0;
        for (GoroutineStatus one : to) {
            bits |= bit(from.number(), one);
        }
        return bits;
    }

    private static long bit(byte from, GoroutineStatus to) {
        return 1L << (from << 3 | to.number());
    }

    /** Stands for it in a field that changes often: a reference would pass the collector's barrier each time. */
    @SuppressWarnings("EnumOrdinal") // never leaves the process
    byte number() {
        return (byte) ordinal();
    }

    static GoroutineStatus of(byte number) {
        return ALL[number];
    }

    /** Whether the goroutine's wait has begun and not ended. */
    boolean isWait() {
        return this == WAITING || this == LINGERING;
    }

    /**
     * Whether a goroutine may come to this state from another.
     *
     * @param from the {@link #number()} of that
     */
    boolean mayFollow(byte from) {
        return (LEGAL & bit(from, this)) != 0;
    }
}
