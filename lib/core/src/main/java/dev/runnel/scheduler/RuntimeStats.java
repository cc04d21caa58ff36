package dev.runnel.scheduler;

/**
 * A snapshot of a runtime's counters. They are read one after the other while goroutines run, so they need not add up.
 *
 * @param procs the number of Ps
 * @param idleProcs how many of them have nothing to do
 * @param machines how many Ms (virtual threads) there are, idle ones included
 * @param goroutines goroutines that have not ended
 * @param created goroutines started since the runtime began
 * @param runQueue goroutines in the global queue
 * @param steals goroutines that one P took from another's queue
 * @param handOvers how often a P was passed from one M to another
 */
public record RuntimeStats(
        int procs,
        int idleProcs,
        int machines,
        long goroutines,
        long created,
        int runQueue,
        long steals,
        long handOvers) {}
