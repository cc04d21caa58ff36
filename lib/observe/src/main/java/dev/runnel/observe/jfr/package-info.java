/**
 * Events of Java Flight Recorder: each step of a scheduler ({@code runnel.GoCreate}, {@code GoPark}, {@code GoSteal}
 * and so on), the waits of goroutines with their durations, and how much a runtime has of everything, once a second.
 * All are off unless a recording turns them on; {@link dev.runnel.observe.jfr.JfrSettings} has settings that do.
 */
@NullMarked
package dev.runnel.observe.jfr;

import org.jspecify.annotations.NullMarked;
