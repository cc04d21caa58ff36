/**
 * What a runtime does, in numbers: {@link dev.runnel.observe.metrics.Metrics} has what the {@code /sched} metrics of Go
 * have, as one value; {@link dev.runnel.observe.metrics.Histogram} tells how long goroutines waited for a P, and
 * {@link dev.runnel.observe.metrics.Waits} what else they waited for, and how long.
 */
@NullMarked
package dev.runnel.observe.metrics;

import org.jspecify.annotations.NullMarked;
