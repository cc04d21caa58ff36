/**
 * What a scheduler did, seen from outside: {@link dev.runnel.observe.FlightRecorder} starts, stops and reads the recorder of a
 * runtime; a {@link dev.runnel.observe.Trace} is what it gives, as a value and as a file; {@link
 * dev.runnel.observe.TraceChecker} replays one against the states that goroutines and Ps can have; {@link
 * dev.runnel.observe.ChromeTrace} shows it in the viewers that read that format.
 */
@NullMarked
package dev.runnel.observe;

import org.jspecify.annotations.NullMarked;
