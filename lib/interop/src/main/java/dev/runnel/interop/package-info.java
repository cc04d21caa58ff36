/**
 * x
 */
@NullMarked
package dev.runnel.interop;

import org.jspecify.annotations.NullMarked;
