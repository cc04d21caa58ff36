/**
 * Runs of a program under schedules that a test chooses. {@link dev.runnel.testkit.Schedules} explores;
 * {@link dev.runnel.testkit.Schedule} is one way through a program, as a value; {@link dev.runnel.testkit.Bubble} gives
 * a program its own time.
 *
 * <p>In such a run one goroutine runs at a time, on one P; the clock is virtual; and whatever a run otherwise leaves to
 * chance and to the speed of machines is decided by a {@link dev.runnel.testkit.Policy}. The run is a pure function of
 * these decisions, provided that the program
 *
 * <ul>
 *   <li>makes its channels and variables anew in each run,
 *   <li>uses no threads of its own, no clock but that of {@link dev.runnel.Go}, and no other source of chance,
 *   <li>blocks in nothing but this library. What blocks elsewhere stops the whole run until it goes on.
 * </ul>
 *
 * <p>A goroutine may be preempted wherever it calls the library, and before it ends, and nowhere else: races on plain
 * fields between two calls are not seen.
 */
@NullMarked
package dev.runnel.testkit;

import org.jspecify.annotations.NullMarked;
