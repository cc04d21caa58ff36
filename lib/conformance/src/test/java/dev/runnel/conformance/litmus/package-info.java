/**
 * Litmus programs: a few goroutines with a few calls each, and all that they may come to.
 *
 * <p>{@code Litmus} is a program: a value, and a line of text. {@code Outcomes} has the set of all its outcomes, from a
 * semantics in which each call takes effect at one instant: {@code Machine}, and its {@code Locks}, have what a state
 * is and which steps lead out of it, and every order of steps is gone through. {@code Performer} does the same with the
 * library.
 *
 * <h2>What is checked</h2>
 *
 * <p>An exploration of all schedules comes to these outcomes, to all of them, and to no others. So whatever may happen
 * in the semantics does happen in some schedule: an exploration that says that it is complete has left nothing out.
 * Each run on the scheduler as it is comes to one of them. And so do Go's runs, if there is a Go: then the semantics
 * has not left out what Go does.
 *
 * <h2>What the semantics says</h2>
 *
 * <p>Goroutines that wait at a channel are served in the order of arrival, as in Go. A mutex goes to any that wants it:
 * one that has waited for long cannot be told from one that has just come. Writers announce themselves first, and wait
 * for the readers that are there; an unlock lets in all readers that came meanwhile. A condition wakes in the order in
 * which its waits began. A close is one step: to tell that it wakes one after the other takes at least four goroutines,
 * and luck.
 */
package dev.runnel.conformance.litmus;
