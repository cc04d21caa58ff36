/**
 * Bounded parallelism: a fixed number of workers for any number of files, and the first error stops all of them.
 *
 * <pre>
 *                    ┌──▶ worker 1 ──┐
 *   entries ──work───┼──▶ …          ├──▶ the group: waits for all, cancels its context at the first error
 *                    └──▶ worker n ──┘
 * </pre>
 *
 * <ol>
 *   <li>All of them are tasks of one {@link dev.runnel.scope.ErrGroup}. What one throws cancels the group's context,
 *       and is what the group throws in the end.
 *   <li>Code that may wait, or work for long, looks at that context: the feeder when it sends, the digester after each
 *       buffer. The workers need not: the feeder closes the channel in any case.
 * </ol>
 *
 * <p>After the examples of {@code golang.org/x/sync/errgroup}, and the bounded digester of "Go Concurrency Patterns:
 * Pipelines and cancellation". The files and their digests are listed as {@code sha256sum} prints them; {@code verify}
 * does what {@code sha256sum --check} does, except that it ends at the first error.
 */
@NullMarked
package dev.runnel.sample.verify;

import org.jspecify.annotations.NullMarked;
