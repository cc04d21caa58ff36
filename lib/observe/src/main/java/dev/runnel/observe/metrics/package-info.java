/**
 * What a runtime does, in numbers: {@link dev.runnel.observe.metrics.Metrics} has what the {@code /sched} metrics of Go
 * have, as one value, {@link dev.runnel.observe.metrics.Histogram} how long goroutines waited for a P, and
 * {@link dev.runnel.observe.metrics.Waits} for what else, and how long.
 */
@NullMarked
package dev.runnel.observe.metrics;

import org.jspecify.annotations.NullMarked;
