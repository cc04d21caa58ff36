/**
 * A million goroutines that wait for one channel, and the close that releases them all: shows what a blocked one costs.
 */
@NullMarked
package dev.runnel.sample.million;

import org.jspecify.annotations.NullMarked;
