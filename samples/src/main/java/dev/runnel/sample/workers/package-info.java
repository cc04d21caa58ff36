/**
 * A pool of workers: jobs in, results out, either as they come or in the order of the jobs.
 *
 * <pre>
 *   as they come                                     in the order of the jobs
 *
 *           ┌──▶ worker 1 ──┐                                ┌──▶ worker 1 … n ──┐  one channel per job
 *   jobs ───┼──▶ …          ├──▶ results             jobs ──▶ feeder             ▼
 *           └──▶ worker n ──┘                                └──order──▶ collector ──▶ results
 * </pre>
 *
 * <ol>
 *   <li>A job that fails has a failure as its result, and the others go on. Whoever takes the results decides what a
 *       failure means, and cancels the context to have no more.
 *   <li>In order: the feeder makes a channel for each job, and sends it twice: to a worker with the job, to be filled;
 *       and to the collector, to be emptied. The capacity of {@code order} says how many jobs may be done ahead of one
 *       that takes long.
 *   <li>The results end when the jobs or the context do.
 * </ol>
 *
 * <p>As they come: after "Worker Pools" of Go by Example. In order: as in {@code md5}.
 */
@NullMarked
package dev.runnel.sample.workers;

import org.jspecify.annotations.NullMarked;
