/**
 * What a runtime does, in numbers: {@link dev.runnel.observe.metrics.Metrics} has what the {@code /sched} metrics of Go have, as
 * one value, and {@link dev.runnel.observe.metrics.Histogram} how long goroutines waited for a P.
 */
@NullMarked
package dev.runnel.observe.metrics;

import org.jspecify.annotations.NullMarked;
