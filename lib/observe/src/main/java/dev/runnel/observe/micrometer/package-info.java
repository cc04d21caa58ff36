/** Runtimes as meters of Micrometer, which has to be on the path of who uses this package, and of nobody else. */
@NullMarked
package dev.runnel.observe.micrometer;

import org.jspecify.annotations.NullMarked;
