/**
 * The dining philosophers: a table at which they starve, and three at which they do not.
 *
 * <p>A fork lies between any two neighbours, and each philosopher needs both of his. If each holds the one that his
 * neighbour waits for, nobody can go on: a circle of waits. The cures break the circle in different ways:
 *
 * <ul>
 *   <li>{@link dev.runnel.sample.philosophers.Greedy}: all take the fork on their left first. This is the one that
 *       locks up; the runtime sees it, and says where everyone waits.
 *   <li>{@link dev.runnel.sample.philosophers.Ordered}: the forks have numbers, and the lower one is taken first
 *       (Dijkstra).
 *   <li>{@link dev.runnel.sample.philosophers.Waited}: a waiter lets all but one sit down (Hoare).
 *   <li>{@link dev.runnel.sample.philosophers.Polite}: a fork that was used is given to the neighbour who asks for it,
 *       a clean one is kept (Chandy and Misra). There is nothing central, and nobody is overtaken for ever.
 * </ul>
 *
 * <p>The problem is Dijkstra's. {@code deadlock} is the same table with a bell, so that all of them reach out at once.
 */
@NullMarked
package dev.runnel.sample.philosophers;

import org.jspecify.annotations.NullMarked;
