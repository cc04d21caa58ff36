/**
 * Runtimes as meters of Micrometer, which has to be on the path of programs that use this package, and of no others.
 */
@NullMarked
package dev.runnel.observe.micrometer;

import org.jspecify.annotations.NullMarked;
