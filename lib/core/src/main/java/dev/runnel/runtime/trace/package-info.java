/**
 * The flight recorder: what the scheduler did last, recorded cheaply enough to be left on. Also {@code Listeners},
 * which are told of each step, and {@code RecordFile}, where the record of a run that failed is kept.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * ring of P0      ... | 1042 RUNNING g7 | 1090 READIED g3 by g7 | 1130 PARKED g7 |      written by who holds P0
 * ring of P1      ... | 1101 IDLE       |                                               written by who holds P1
 * ring of nobody  ... | 1075 READIED g9 |                                               written under its lock
 * g3.stamp = 1090   g7.stamp = 1130   g9.stamp = 1075
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <p>The statements on Go's timers that the scheduler and the channels cite have the letter T as well: T3 here is not
 * T3 there.
 *
 * <ul>
 *   <li><b>T1. One writer.</b> A ring is written by whoever holds its P, and that is one at a time (D2 of the
 *       scheduler). So events are put down by plain stores. Passing the P on is a release, and taking it up an acquire:
 *       the next writer sees how far the last one came.
 *   <li><b>T2. An event is put down by whoever may change the state it tells of</b> (D9), after getting the right to do
 *       so and before passing it on.
 *   <li><b>T3. Stamps are in the order of causes.</b> A stamp is the time, or more: later than the last one in this
 *       ring, and later than the last one of this goroutine, which the goroutine carries along. So the events of one P,
 *       and those of one goroutine wherever they are, sort as they happened, even if the clock stands still or is
 *       coarse. The order of what concerns neither the same P nor the same goroutine is that of the clock.
 *   <li><b>T4. A copy has no torn event.</b> The writer numbers its events: it writes the slot of number {@code n},
 *       then stores {@code written = n + 1}, then a fence, then the slot of {@code n + 1}. A copy reads
 *       {@code written}, the slots, a fence, and {@code written} again. If it has read anything of number {@code i +
 *       capacity} in the slot of number {@code i}, then it finds {@code written >= i + capacity} the second time, and
 *       it drops all up to {@code written - capacity}.
 *   <li><b>T5. A snapshot is of one moment:</b> with an event it has all its causes, except those that are lost. It
 *       takes the time, copies the rings one after the other, and leaves out what is stamped later. An event that was
 *       not in its ring yet when that was copied may have an earlier stamp; but what it leads to is put down after it,
 *       hence stamped later than the time that was taken, and left out, too. In a deterministic run, whose clock stands
 *       still, the rings are copied until nothing was put down meanwhile.
 *   <li><b>T6. No gaps.</b> What is older than the oldest event of any ring that has overwritten some is left out. So
 *       of each P and each goroutine a snapshot has all events from some moment on (T3).
 *   <li><b>T7. Beginning and end cut no life into pieces.</b> Whether the recorder is on is one field for the whole
 *       scheduler. Whoever has seen it on, and passes on a goroutine or a P, lets the next one see that, too; likewise
 *       for off.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                 written by           read by       mode                     partner
 * EventRing.words       who holds the P      copies        plain                    written, fences (T4)
 *   [WRITTEN]           who holds the P      copies        release/acquire, opaque  itself
 *   [LAST_STAMP]        who holds the P      the same      plain                    the passing of the P
 * EventRing.names       who holds the P      copies        plain                    written, fences
 * the ring of nobody    its lock             its lock;     as above                 the lock, for those who write
 *                                            copies
 * Recorder.rings        the lock             all           volatile                 itself; replaced as a whole
 * Recorder.stopped      who stops it         copies        volatile                 itself
 * Particulars.stamp     who may change its   the same      plain                    Parking.status, the passing of the goroutine
 *                       status
 * Scheduler.recording   who starts, stops    all           plain                    the passing of goroutines and Ps (T7)
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>Go's tracer writes to a buffer per M, and numbers the transitions of each goroutine, so that its reader can
 *       sort them out. Here the stamps are in order (T3).
 *   <li>Go begins with the states of all goroutines. Here those that were there before are met at their first event.
 *   <li>No stacks.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>One counter for the order of all events: every event of every P would write to one cache line.
 *   <li>The time alone: two Ps may read the same time, and in a deterministic run it stands still.
 *   <li>A ring per M: there may be a million.
 *   <li>An object per event: the garbage of a recorder that is always on.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26, {@code src/runtime/trace.go}. Kulkarni and others, <i>Logical Physical Clocks</i> (2014), for the stamps.
 * Boehm, <i>Can Seqlocks Get Along with Programming Language Memory Models?</i> (2012), for the fences of a copy.
 */
@NullMarked
package dev.runnel.runtime.trace;

import org.jspecify.annotations.NullMarked;
