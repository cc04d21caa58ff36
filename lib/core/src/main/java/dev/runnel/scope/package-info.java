/**
 * Goroutines that belong together: {@link dev.runnel.scope.ErrGroup}, Go's {@code errgroup}, and {@link
 * dev.runnel.scope.Scope}, which does not end before all that was started in it.
 *
 * <p>Both are a counter of what runs, a context, and the first failure. A task says that it is done after it has recorded its
 * failure and cancelled the context, so who finds all done sees what failed. What is cancelled is asked to end, by its
 * context; nothing is interrupted.
 */
@NullMarked
package dev.runnel.scope;

import org.jspecify.annotations.NullMarked;
