/**
 * Go's concurrency in Java: start with {@link dev.runnel.Go}, to be imported statically.
 *
 * <p>{@code Go} has what Go has as keywords and built-in functions: {@code go}, {@code chan}, {@code close},
 * {@code select}, {@code choose}, {@code sleep}, {@code after}, {@code tick}, and {@code run} for a program's main
 * goroutine. A {@link dev.runnel.GoHandle} tells of one goroutine's end. A {@link dev.runnel.GoRuntime} is a scheduler
 * of its own, for tests and for embedding.
 *
 * <p>Channels are in {@link dev.runnel.channel}, the clauses of selects in {@link dev.runnel.select}, contexts in
 * {@link dev.runnel.context}, settings and failures in {@link dev.runnel.scheduler}, goroutines that belong together in
 * {@link dev.runnel.scope}, locks in {@link dev.runnel.sync}, timers in {@link dev.runnel.time}, connections in
 * {@link dev.runnel.net}, and the records of the flight recorder in {@link dev.runnel.trace}. A package with
 * {@code .runtime.} in its name is not for users; its description is for those who want to know how it works.
 *
 * <p>Arguments and results are not null unless they are marked {@code @Nullable}; a method that is given null
 * nevertheless throws a {@link NullPointerException} that says for what. A timeout of zero or less does not wait, and
 * one beyond the clock, some 292 years, has no end. When a runtime {@linkplain dev.runnel.GoRuntime#close() closes},
 * its goroutines are unwound by an error, which no {@code @throws} names.
 */
@NullMarked
package dev.runnel;

import org.jspecify.annotations.NullMarked;
