/**
 * What users tell a runtime, and what it tells them: its settings ({@link dev.runnel.scheduler.RuntimeConfig}), what a
 * goroutine does ({@link dev.runnel.scheduler.Body}), counters, and how a run may fail.
 */
@NullMarked
package dev.runnel.scheduler;

import org.jspecify.annotations.NullMarked;
