/**
 * Select, in two forms: {@link dev.runnel.select.Select} for effect, ended by {@code run()}, and
 * {@link dev.runnel.select.Choice} for a value, ended by {@code get()}; and the types of lambda that their clauses
 * take.
 *
 * <p>A clause is on a channel, a span of time, or an {@link dev.runnel.select.Event}. Which of the ready clauses is
 * chosen is left to chance, or to {@code ordered()} or {@code rotating()}.
 *
 * <p>There are two forms because Java cannot tell a lambda that returns a value from one that does not. Bodies may
 * throw checked exceptions, which come out of {@code run()} and {@code get()} as they are.
 */
@NullMarked
package dev.runnel.select;

import org.jspecify.annotations.NullMarked;
