/**
 * Replicated search: several kinds of results at once, each from the fastest of several replicas; what does not come in
 * time is left out.
 *
 * <pre>
 *              ┌──▶ web     ──┬──▶ replica 1
 *              │              └──▶ replica 2     the first answer counts, the others are cancelled
 *   search ────┼──▶ images  ──┬──▶ …
 *              └──▶ videos  ──┴──▶ …             whoever has not answered when time is up is left out
 * </pre>
 *
 * <ol>
 *   <li>Replicas cut off the long tail: of a hundred servers one is often slow, but three replicas are seldom all slow
 *       at once.
 *   <li>Every goroutine is in a {@link dev.runnel.scope.Scope}. So none is left when the search returns; those that
 *       have lost are told by the scope's context.
 *   <li>Answers go into a channel with room for all, so that nobody waits to deliver one that comes too late.
 * </ol>
 *
 * <p>After the search of Rob Pike's talk "Go Concurrency Patterns", third version. That one leaves the losers to
 * themselves.
 */
@NullMarked
package dev.runnel.sample.search;

import org.jspecify.annotations.NullMarked;
