/**
 * Load and faults for the service: what tests do briefly, and what the profile {@code load} does for long.
 *
 * <p>{@link dev.runnel.sample.load.Idle}, {@link dev.runnel.sample.load.Siege} and {@link dev.runnel.sample.load.Speed}
 * are the runs; the server is a {@link dev.runnel.sample.load.Host} in a process of its own.
 */
@NullMarked
package dev.runnel.sample.load;

import org.jspecify.annotations.NullMarked;
