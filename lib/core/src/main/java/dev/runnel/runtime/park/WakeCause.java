package dev.runnel.runtime.park;

/** What ended a wait. */
public enum WakeCause {
    /** A waiter record was taken from its queue: {@link Strand#firedWaiter()} says which. */
    WAITER,
    /** The deadline passed. */
    TIMEOUT,
    /** The thread was interrupted, and the wait allowed it. */
    INTERRUPT,
    /** It was cancelled. */
    CANCEL,
    /** An event of a select may be ready: the select looks again. */
    EVENT
}
