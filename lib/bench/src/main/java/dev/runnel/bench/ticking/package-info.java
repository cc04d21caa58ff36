/** How long others wait on one P while a goroutine blocks in the JDK, or computes without end. */
package dev.runnel.bench.ticking;
