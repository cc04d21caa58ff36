/**
 * A pipeline that can be left early: a source, two stages that work side by side, and a merge of what they give.
 *
 * <pre>
 *                ┌──▶ square ──┐
 *   numbers ─────┤             ├──▶ merge ──▶ main: takes as many as it likes, and then closes done
 *                └──▶ square ──┘
 * </pre>
 *
 * <ol>
 *   <li>Each stage closes what it sends on when it has ended, so the end of the numbers goes down the pipeline.
 *   <li>Each send is a choice between sending and {@code done}. Whoever is downstream closes {@code done} to have no
 *       more; one close tells all stages, however many wait. Without it they would wait for ever.
 * </ol>
 *
 * <p>After "Go Concurrency Patterns: Pipelines and cancellation" on Go's blog.
 */
@NullMarked
package dev.runnel.sample.squares;

import org.jspecify.annotations.NullMarked;
