/**
 * Bugs of real Go programs, from GoKer, the collection of kernels in <i>GoBench: A Benchmark Suite of Real-World Go
 * Concurrency Bugs</i> (Yuan et al., CGO 2021), which Go's test of its leak profile has, too. Each is written anew from
 * its description; an exploration must find it, but not in the fixed program.
 */
@NullMarked
package dev.runnel.conformance.goker;

import org.jspecify.annotations.NullMarked;
