/**
 * What goes wrong, where, and what is to come of it: one row each, played on the real scheduler. The table is
 * {@code docs/faults.md}.
 *
 * <p>A {@code Row} is played in a {@code World}: a runtime, bystanders on it and on another one, and books of the
 * values that were sent. Rows are made of what goes wrong and where: a {@code Fault} that strikes in a piece of code
 * ({@code *Places}), or something that ends a {@code Wait}, at one of several {@code Moment}s. Random programs that
 * give up waits are in the package {@code loss}.
 */
@NullMarked
package dev.runnel.conformance.fault;

import org.jspecify.annotations.NullMarked;
