/** Locks. */
@NullMarked
package dev.runnel.sync;

import org.jspecify.annotations.NullMarked;
