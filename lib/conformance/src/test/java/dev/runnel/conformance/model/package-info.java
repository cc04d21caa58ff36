/**
 * Channels and selects against a sequential model: random programs are run; what every operation answered is written
 * down, with the order in which calls began and returned; and a search decides whether the model could have answered
 * so.
 *
 * <p>{@code Op}, {@code Program}: what is run, a value that prints as code. {@code Execution}: runs it and writes a
 * {@code History}. {@code Model}: what an operation may do in a {@code State}. {@code Checker}: the search. The
 * {@code ...Props} run them all, on real schedulers and under chosen schedules.
 *
 * <h2>What is checked</h2>
 *
 * <p>Every operation arrives at one instant between its call and its return. Arriving, it meets one that waits, uses
 * the buffer, fails, or queues up. One that has queued up is completed by the arrival of another, or gives up, also at
 * one instant before its return. So the two ends of a rendezvous take effect together, within both calls. The queues
 * are part of the state, and programs look at them ({@code Op.Look}): that is how "first come, first served" can be
 * told from what overlapping calls may do anyway.
 *
 * <p>One operation takes more than one instant: a close wakes those who wait one after the other, so one that waits on
 * other channels as well may be served there while the close is under way. Go's does the same.
 */
package dev.runnel.conformance.model;
