package dev.runnel.bench.tool;

/**
 * What a contender has besides channels. As with kits, a process loads one concrete class of each kind, and what is
 * locked or waited for is the contender's own object.
 *
 * @param <C> the contender's channel
 */
public abstract class Tools<C> {

    /** Mutexes and conditions. */
    public Locks<?, ?> locks() {
        throw cannot("locks");
    }

    /** Locks for readers and writers. */
    public RwLocks<?> rwLocks() {
        throw cannot("locks for readers and writers");
    }

    /** Where a goroutine waits for a number of others. */
    public Groups<?> groups() {
        throw cannot("groups");
    }

    /** Semaphores. */
    public Semaphores<?> semaphores() {
        throw cannot("semaphores");
    }

    /** What happens once. */
    public Onces<?> onces() {
        throw cannot("once");
    }

    /** Timers that run a task. */
    public Timers<?> timers() {
        throw cannot("timers");
    }

    /** Tickers. */
    public Tickers<?> tickers() {
        throw cannot("tickers");
    }

    /** Contexts. */
    public Contexts<C, ?> contexts() {
        throw cannot("contexts");
    }

    private UnsupportedOperationException cannot(String what) {
        return new UnsupportedOperationException(getClass().getSimpleName() + " has no " + what);
    }
}
