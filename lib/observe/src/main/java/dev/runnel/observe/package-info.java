/**
 * What a scheduler did, seen from outside. A {@link dev.runnel.observe.Trace} is what the
 * {@link dev.runnel.FlightRecorder} of a runtime gives, as a value and as a file;
 * {@link dev.runnel.observe.TraceChecker} replays one against the states that goroutines and Ps can have;
 * {@link dev.runnel.observe.ChromeTrace} is for viewers that read the Trace Event Format. A
 * {@link dev.runnel.observe.WaitProfile} tells where goroutines have waited, and a
 * {@link dev.runnel.observe.MutexProfile} who has kept them waiting for a lock.
 */
@NullMarked
package dev.runnel.observe;

import org.jspecify.annotations.NullMarked;
