/**
 * Fibonacci's numbers with a goroutine per call: shows what a goroutine costs that is started, asked once, and gone.
 */
@NullMarked
package dev.runnel.sample.fib;

import org.jspecify.annotations.NullMarked;
