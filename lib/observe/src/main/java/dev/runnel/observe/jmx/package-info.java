/**
 * Runtimes as MBeans: {@link dev.runnel.observe.jmx.Jmx} registers them, {@link dev.runnel.observe.jmx.RuntimeMXBean}
 * is what they show.
 */
@NullMarked
package dev.runnel.observe.jmx;

import org.jspecify.annotations.NullMarked;
