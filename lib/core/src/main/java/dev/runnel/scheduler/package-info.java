/**
 * What users tell a runtime, and what it tells them: its settings ({@link dev.runnel.scheduler.RuntimeConfig}), what a
 * goroutine does ({@link dev.runnel.scheduler.Body}), its goroutines and Ps as values
 * ({@link dev.runnel.scheduler.GoroutineDump}, {@link dev.runnel.scheduler.SchedulerSnapshot}), and how a run may fail.
 */
@NullMarked
package dev.runnel.scheduler;

import org.jspecify.annotations.NullMarked;
