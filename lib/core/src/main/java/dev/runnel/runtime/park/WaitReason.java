package dev.runnel.runtime.park;

/** Why a strand waits, with the words of Go's dumps. */
public enum WaitReason {
    NONE("running"),
    CHAN_RECEIVE("chan receive"),
    CHAN_SEND("chan send"),
    CHAN_RECEIVE_NIL("chan receive (nil chan)"),
    CHAN_SEND_NIL("chan send (nil chan)"),
    SELECT("select"),
    SELECT_NO_CASES("select (no cases)"),
    SLEEP("sleep"),
    MUTEX_LOCK("sync.Mutex.Lock"),
    RWMUTEX_RLOCK("sync.RWMutex.RLock"),
    RWMUTEX_LOCK("sync.RWMutex.Lock"),
    WAITGROUP_WAIT("sync.WaitGroup.Wait"),
    COND_WAIT("sync.Cond.Wait"),
    SEMACQUIRE("semacquire"),
    PROCS("GOMAXPROCS"),
    QUIET("synctest.Wait"),
    IO_WAIT("IO wait"),
    PIPE_READ("pipe read"),
    PIPE_WRITE("pipe write");

    private static final WaitReason[] ALL = values();

    private final String words;

    WaitReason(String words) {
        this.words = words;
    }

    /**
     * Whether a strand that waits for this has had its turn, as a rule: then the number of such waits says how fast
     * strands that wait for each other get on. Not so for locks, where fewer waits are better; for a channel its
     * capacity says it.
     */
    public boolean isTurn() {
        return this == COND_WAIT || this == WAITGROUP_WAIT;
    }

    /** Stands for it in a field that changes often: a reference would pass the collector's barrier each time. */
    @SuppressWarnings("EnumOrdinal") // never leaves the process
    public byte number() {
        return (byte) ordinal();
    }

    /** The one with that {@link #number()}. */
    public static WaitReason of(int number) {
        return ALL[number];
    }

    @Override
    public String toString() {
        return words;
    }
}
