package dev.runnel.scheduler;

import dev.runnel.runtime.text.Copies;
import java.util.List;
import java.util.Objects;

/**
 * What a scheduler has at one moment. The idle Ps and Ms, the global queue and the number of goroutines that were
 * created from outside are taken under the scheduler's lock and fit each other. All else is written by Ps that run on
 * meanwhile: each number was right at some instant of the call, but they need not add up. While nothing runs all of it
 * is exact.
 *
 * @param procs the Ps, by id
 * @param goroutines how many goroutines there are in which state
 * @param machines how many Ms there are
 * @param globalQueue goroutines in the queue that all Ps share
 * @param created goroutines that were created since the runtime began; never falls
 * @param ended goroutines that have ended; never falls, and never exceeds {@code created}
 * @param steals how many goroutines Ps have taken from each other, those that are gone included; never falls
 * @param handOvers how often a P was passed from one M to another, likewise; never falls
 */
public record SchedulerSnapshot(
        List<Proc> procs,
        Goroutines goroutines,
        Machines machines,
        int globalQueue,
        long created,
        long ended,
        long steals,
        long handOvers) {

    /** The number of an M, where there is none. */
    public static final long NO_MACHINE = -1;

    /** The list is copied. */
    public SchedulerSnapshot {
        procs = Copies.of(procs, "procs");
        Objects.requireNonNull(goroutines, "goroutines");
        Objects.requireNonNull(machines, "machines");
    }

    /** How many Ps have nothing to do. */
    public int idleProcs() {
        return (int) procs.stream().filter(Proc::idle).count();
    }

    /**
     * A P.
     *
     * @param id its number, from 0
     * @param idle whether it has nothing to do
     * @param machine the number of the M that holds it, or {@link #NO_MACHINE}
     * @param queue how many goroutines are in its ring, at most 256
     * @param hasNext whether one more is in {@code next}, to run before them
     * @param ticks time slices begun, modulo 2<sup>32</sup>; goroutines that wake each other share one
     * @param steals goroutines that it took from others
     * @param handOvers how often it was passed from one M to another
     * @param ended goroutines that have ended on it
     * @param timers timers in its heap
     */
    public record Proc(
            int id,
            boolean idle,
            long machine,
            int queue,
            boolean hasNext,
            long ticks,
            long steals,
            long handOvers,
            long ended,
            int timers) {}

    /**
     * Goroutines by state.
     *
     * @param total those that have not ended
     * @param runnable in a queue, those that have not started yet included
     * @param running on a P
     * @param waiting parked: what is left of the total, so the least exact of them
     * @param outside blocked in the JDK, or running on without a P
     */
    public record Goroutines(long total, long runnable, long running, long waiting, long outside) {}

    /**
     * Ms, which are virtual threads.
     *
     * @param total all of them; those of goroutines that wait included
     * @param idle those that carry no goroutine and hold no P
     * @param spinning those that look for work
     * @param outside those whose goroutine is blocked in the JDK, or runs on without a P
     */
    public record Machines(int total, int idle, int spinning, int outside) {}
}
