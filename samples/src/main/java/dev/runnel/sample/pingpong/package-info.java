/** Two goroutines that always wait for each other: shows what it costs to hand over to another goroutine and back. */
@NullMarked
package dev.runnel.sample.pingpong;

import org.jspecify.annotations.NullMarked;
