/**
 * Chance and time as a goroutine sees them: the object through which its random numbers are drawn and its clock is
 * read; and what takes its place in a deterministic run.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * P1.chance = XorShift, state 0x9d3c...
 *
 *   a select with four clauses    below(2), below(3), below(4)         the order in which it looks
 *   a search for work, 2 Ps       below(2), below(1)                   where to start, and the stride
 *   a timed receive               nanoTime()                           its deadline
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>R1. One user at a time,</b> or it does not matter. An {@code XorShift} belongs to a P and is used by whoever
 *       holds that: a goroutine, or a search for work. A goroutine whose P is taken away at that moment may draw beside
 *       the next holder; then both may get the same number. A {@code DirectedChance} belongs to a deterministic run,
 *       which has one P. The state of {@code ThreadChance} belongs to the thread. So none needs atomic access, and a
 *       draw costs a few instructions.
 *   <li><b>R2. The state of an {@code XorShift} is never 0.</b> Seeding sets the lowest bit, and the step is a
 *       bijection on the numbers other than 0. From 0 it would never leave.
 *   <li><b>R3. Near enough uniform.</b> Reduction to a range is a multiply and a shift of the upper 32 bits. A result
 *       is more or less likely than another by a factor of about 1 + bound / 2<sup>32</sup> at most; for the few
 *       clauses of a select that is nothing.
 *   <li><b>R4. A directed run is a function of its director's answers.</b> In a deterministic run each choice between
 *       goroutines, clauses and timers, and whether to preempt, is asked of a {@code Director}, and the clock moves
 *       only when nobody can run. The answer 0 always means: as it comes. A run whose goroutines are woken by threads
 *       that are not part of it depends on those, too.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * XorShift       x = state; x ^= x >>> 12; x ^= x << 25; x ^= x >>> 27; state = x; the upper half of x * multiplier
 * below(bound)   those 32 bits * bound >>> 32
 * }</pre>
 *
 * <h2>Shared fields</h2>
 *
 * <p>None (R1), except {@code VirtualClock.nanos}, which other threads read as a hint, for dumps and records. What the
 * holders of one P write one after the other is ordered by the passing of that P.
 *
 * <h2>Who does not come through here</h2>
 *
 * <p>The watchdog and threads that are not goroutines have no M. They read {@code System.nanoTime()} and draw from
 * {@code ThreadLocalRandom}. Outside deterministic runs the time of day is {@code Instant.now()}.
 *
 * <h2>Departures from Go</h2>
 *
 * <p>In Go an M has the generator; here there are as many Ms as goroutines. Go's is of another family; nothing depends
 * on which. As in Go there is no rejection step (S8).
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>An {@code XorShift} for each M: 24 bytes for each goroutine that waits.
 *   <li>{@code ThreadLocalRandom} for all: it takes some instructions more, and the benchmark {@code select_both} is 5
 *       % slower.
 *   <li>A remainder instead of multiply and shift: a division, and the weak lower bits.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Marsaglia, <i>Xorshift RNGs</i> (2003); Vigna, <i>An experimental exploration of Marsaglia's xorshift generators,
 * scrambled</i> (2016); Lemire, <i>Fast random integer generation in an interval</i> (2019).
 */
@NullMarked
package dev.runnel.runtime.choice;

import org.jspecify.annotations.NullMarked;
