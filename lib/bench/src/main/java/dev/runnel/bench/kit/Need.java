package dev.runnel.bench.kit;

/** What a workload needs beyond two parties that send and receive on a channel. */
public enum Need {
    /** More than two parties on a channel. */
    MANY,
    /** Waiting on several channels. */
    SELECT,
    /** Waiting on several channels, on both sides of them at once. */
    SELECT_BOTH,
    /** Operations that do not wait. */
    TRY,
    /** A receive with a time limit. */
    TIMED,
    /** Hardly any channel: what is measured is goroutines. */
    SPAWN,
    /** A million that wait for the same thing. */
    MULTITUDE,
    /** Threads and no channels. */
    BARE,
    /** Locks, groups, semaphores, timers. */
    TOOLS,
    /** Of these, what the JDK has in two kinds. */
    TWO_KINDS,
    /** A group that grows. */
    GROWING,
    /** What only Go and Runnel have: contexts, and once. */
    OWN
}
