/**
 * The digests of all files below a directory, through a pipeline of goroutines.
 *
 * <pre>
 *             jobs                     one channel per file
 *   walker ─────────▶ digester 1 … n ──────────────────────┐
 *      │                  │ reports                        ▼
 *      │                  └─────────▶ meter           collector ──▶ output
 *      └───────────────────────────────────────────────▲
 *                     order: those same channels
 * </pre>
 *
 * <ol>
 *   <li>The walker finds the files in the order of the output. For each it makes a channel of capacity 1, which it
 *       sends twice: to the digesters with the job, to be filled; and to the collector, to be emptied.
 *   <li>The collector empties these channels in the order in which it gets them. So the output is sorted although the
 *       digesters finish in any order, and nothing has to be sorted at the end.
 *   <li>The capacity of {@code order} bounds how far the walker and the digesters run ahead of the output, and with it
 *       the memory: it holds that many results, a buffer per digester, and the names in the directories that are open.
 *   <li>Each channel is closed by the goroutine that sends on it: {@code jobs} and {@code order} by the walker. Only
 *       {@code reports}, which has many senders, is closed by the pipeline, when they have ended.
 *   <li>The collector closes {@code quit} when it stops, for whatever reason. The walker then gives up any send, and
 *       the digesters look at {@code quit} after each buffer; none of them outlives the pipeline.
 * </ol>
 */
@NullMarked
package dev.runnel.sample.md5;

import org.jspecify.annotations.NullMarked;
