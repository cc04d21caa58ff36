/**
 * Channels: a lock, a circular buffer, a queue of those who wait to receive and one of those who wait to send.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * Chan#3, capacity 3, full
 *
 *   buffer        [ e | c | d ]        head and tail at c: count = 3, the oldest is c
 *   senders       first -> [G8, "f"] <-> [G2, "g", clause 1 of a select] <- last
 *   receivers     empty
 *   closed        false
 *
 * A receive takes c, puts f into the slot that this frees, the new tail, and readies G8. The order stays d, e, f, g.
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <p>"Waits" means: has a record in the queue whose ticket is still open. Stale records may stand anywhere.
 *
 * <ul>
 *   <li><b>H1. One side waits.</b> Senders and receivers do not wait at once on one channel (C28). Whoever comes finds
 *       the other side and proceeds. The one exception is a select that waits in both directions on an unbuffered
 *       channel: its own two records do not match each other (S20).
 *   <li><b>H2. Receivers wait only while the buffer is empty, senders only while it is full</b> (C29). So nothing that
 *       comes later can overtake those who wait (C31), and values come out in the order in which their sends got the
 *       lock (C30).
 *   <li><b>H3. Closed is for good</b>, and nobody waits on a closed channel. The close claims all who wait under the
 *       lock.
 *   <li><b>H4. A value is in one place:</b> with its sender, in the buffer, or with its receiver. It moves under the
 *       lock, so it is neither lost nor seen twice. Slots and records are cleared when it leaves them (C19).
 *   <li><b>H5. Nobody is readied under the lock</b> (C22). A goroutine that is readied may run at once and want that
 *       lock. (A strand that lingers runs already, and goes on when its record is completed; if it wants the lock, that
 *       is about to be free. {@code Met} is readied instead.)
 *   <li><b>H6. A value is never null.</b> So null, or none, means closed and drained.
 *   <li><b>H7. A fast path may err on one side only.</b> Without the lock an operation may fail, never succeed; and it
 *       fails only if there was an instant within the call at which the channel was open and not ready (C40).
 *   <li><b>H8. A channel ends once.</b> The first close or cancel says how; {@code end} is written before
 *       {@code closed}, and never again. A channel that was cancelled holds nothing. A cancel that comes after a close
 *       only empties the buffer; a close that comes after a cancel is noted, so that a second one is refused.
 *   <li><b>H9. What was sent arrives.</b> It is received once, or in the buffer, or handed over once as undelivered;
 *       for a channel that counts, {@code sends - receives - drops == len} whenever the lock is free.
 *   <li><b>H10. On a channel that always takes a value no sender waits:</b> one whose buffer slides, drops or grows.
 *   <li><b>H11. One strand may linger</b> ({@code MeetingPlace}), and counts as one that waits in all of the above; it
 *       came before those in the queue of its side.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * send(v)     lock
 *             closed?           unlock, throw
 *             a receiver lingers? v into its record, say that it is complete, unlock
 *             a receiver waits? v into its record, unlock, ready it
 *             room?             v into the buffer, unlock
 *             else              linger, wait, with v in the record; woken without success: closed, throw
 *
 * recv        a timer channel whose time has come puts its value
 *             lock
 *             closed and empty? unlock, none
 *             a sender lingers, or waits?
 *                               unbuffered: its value; else the oldest of the buffer, and its value into the free slot
 *                               lingers: say that it is complete, unlock; waits: unlock, ready it
 *             a value there?    take the oldest, unlock
 *             else              linger, wait; woken without success: closed, none
 *
 * linger      capacity 0 or 1, nobody lingers here, nobody in the queue of one's own side, and the strand may: else wait at once
 *             the record into the place; unlock; look some 2 us whether it is complete: done
 *             lock; the record is gone: unlock, done; else wait, first in the queue, and out of the place
 *
 * recvUpTo(n) lock
 *             until there are n: a sender waits? as above, but readied later; a value there? take the oldest
 *             some, or closed?  unlock, ready the senders, the first first
 *             else              wait; with a value: lock, up to n - 1 more in the same way, unlock, ready the senders
 *
 * close       lock; closed? unlock, throw; end = the cause, if there is one; closed = true
 *             complete who lingers; claim all receivers, then all senders; unlock
 *             ready them, the last collected first (C25)
 *
 * cancel      lock; not closed? end = cancelled, closed = true, claim all as a close does
 *             the whole buffer is taken; unlock
 *             ready them; hand over what was taken
 *
 * full        where a send would wait: a buffer that slides exchanges the value for its oldest, one that drops leaves the
 *             value, one that grows doubles; unlock; tell of what was dropped, or of the limit
 *
 * trySend     not ready, and then: not closed? fail        else as send, but fail where it would wait
 * tryRecv     empty, and then: not closed? fail; closed, and still empty? closed       else as recv, likewise
 * }</pre>
 *
 * <p>Why the two looks of the fast paths suffice: a channel is never opened again. If it was open at the second look,
 * it was open at the first one, too, and then it was not ready (C38, C39).
 *
 * <p>A cancel closes before it empties, and a buffer that slides exchanges: so nobody who looks without the lock finds
 * a channel open and empty that was never so.
 *
 * <p>Where a receive says "closed, none", it throws if {@code end} has a cause of the senders'; where a send throws,
 * {@code end} says what. Both read {@code end} after {@code closed}, and only if that was true.
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>A send or receive that need not wait: within its hold of the lock.
 *   <li>A receive of several values: all within one hold; if it had to wait, the first at the claim and the others
 *       within a hold of its own, between which others may receive.
 *   <li>One that waits: at the claim by its peer, or when the peer takes its record out of the place, within the peer's
 *       hold of the lock. For a send into a full buffer that is when a receive moves its value into the buffer.
 *   <li>{@code close}: the store of {@code closed}. A {@code tryRecv} may see it before the lock is given back; the
 *       channel is empty then, and no receive can come in between.
 *   <li>{@code cancel}: likewise; and the emptying, within the same hold of the lock. What is handed over as
 *       undelivered is handed over afterwards.
 *   <li>A fast path that fails: its first look. {@code tryRecv} that answers closed: its last look.
 *   <li>{@code len}: the reading of the count.
 * </ul>
 *
 * <h2>What is visible afterwards</h2>
 *
 * <p>Each of C44 to C47 is one release and one acquire: of the lock, if both sides had it; of the ticket and the
 * wake-up, if one side waited; of {@code closed}, for a {@code tryRecv} without the lock. A failed operation promises
 * nothing (C43).
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                  written by    read by            mode              partner
 * Hchan.id               who first     all                acquire; CAS      itself
 *                        asks for it
 * Hchan.closed           locked        all                volatile          itself
 * Hchan.end              locked        who has seen       plain             .closed
 *                                      .closed
 * Buffer.count           locked        locked; tryXxx,    release/acquire   len(), the fast paths
 *                                      len
 * Buffer.slots, .head,   locked        locked             plain             the lock
 *   .passed
 * Buffer.capacity        locked, when  locked; tryXxx     plain             0 or not is for good; but for that, the
 *                        it grows or                                        fast paths of what grows do not look
 *                        shrinks
 * CountedChan: counts    locked        locked             plain             the lock
 * MeetingPlace.lingerer  locked        locked;            release/acquire   the fast paths: first this, then the queue
 *                                      hasLingerer
 * MeetingPlace.sends     locked        the same           plain             .lingerer
 * Hchan.receivers,       locked        locked; isEmpty    see the package   the fast paths
 *   .senders                                              park
 * TimerChan.armed, .due, locked        locked; dumps,     plain             the lock
 *   .period, .origin,                  a hint
 *   .waiting, its timer
 * CancelHook             see the package dev.runnel.context
 * }</pre>
 *
 * <h2>Timer channels</h2>
 *
 * <p>The channel of a timer or ticker, or of {@code after} and {@code tick}, has a slot for one value and says that it
 * has none (C4). Its timer stands in a heap only while someone waits on the channel: the first to come puts it there,
 * the last to go takes it out. Otherwise the value is put when someone looks. So a timer channel that nobody refers to
 * is garbage, even if it was not stopped, ticking or not (P64). It is due by the clock of the runtime in which it was
 * made. A tick that nobody takes is dropped if the slot is full, and the phase is kept (P65).
 *
 * <pre>{@code
 * look        nobody waits, armed, and due: fire
 * wait        the first: the timer into a heap, if armed          the last to go: out of it
 * fire        periodic: due = the next time that is not past; else not armed
 *             a receiver waits? the value to it; else into the slot if that is free
 * stop        undone = armed, or a value in the slot; not armed, the slot empty, the timer out of its heap
 * reset       as stop; armed, due = now + delay; somebody waits: fire if that is now, else the timer into a heap
 * }</pre>
 *
 * <p>Each of these is one hold of the lock. So after a stop or reset no old value can come (T3), and what it answers is
 * what a receiver finds (T4, T10): the old setting's value is with a receiver, or it was undone. Go needs a second lock
 * and a sequence number for that, since it sends under another lock than that of the timer. A timer that was taken out
 * of its heap to be fired may find that it was stopped, or set for later, and then does nothing.
 *
 * <h2>Other kinds of channels</h2>
 *
 * <p>{@code CountedChan} is made with a {@code Buffering}. It overrides what happens under the lock, from
 * {@code pollSend} and {@code takeOldest} on, and counts there; its subclasses override {@code overflow}, which is
 * asked where a send would wait. What is to be told is noted in {@code Polled.teller} and done when the locks have been
 * given back, as the readying of a peer is; there is never both, for nothing is dropped and no buffer grows while a
 * receiver waits. A {@code Signal} is a channel that only its owner may end.
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>There are closes with a cause, cancels by receivers, buffers that never refuse, and statistics. Channels that
 *       are used without them are Go's.
 *   <li>{@code trySend} looks at readiness first and at {@code closed} second. In the other order a close in between,
 *       which takes the waiting receivers off the queue, would make it fail though the channel had been ready all the
 *       time.
 *   <li>Timed, interruptible and cancellable forms. An operation that gives up has not happened. How a cancellation
 *       ends a wait is told in the package {@code dev.runnel.context}.
 *   <li>A receive of several values, {@code recvUpTo}. In Go that is a loop over a receive with default.
 *   <li>{@code tryRecv} tells empty from closed by type.
 *   <li>Whoever sets a timer to a time that has come, while somebody waits, fires it. Go does so in bubbles only.
 *   <li>The nil channel is an object, {@code NilChan}; a select also takes {@code null} for it.
 *   <li>The limit is on the capacity, not on a number of bytes; a capacity that is allowed may still not fit into the
 *       heap.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Lock-free channels (segments of cells): their try-operations fail although there was always room, their select
 *       needs a registration per cell, and removal leaves gaps. The lock is held for some ten loads and stores.
 *   <li>A class for each of Go's kinds (rendezvous, buffered): they differ in two conditions.
 *   <li>Channels that know select: to a channel a select is a record whose ticket may have been used up.
 *   <li>Filling a collection of the caller with several values: code of the user under the lock, or values lost when it
 *       fails.
 *   <li>A buffer in chunks for what grows: each take and put would be a virtual call, for all channels.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26, {@code src/runtime/chan.go} and {@code src/runtime/time.go}; the Go memory model.
 */
@NullMarked
package dev.runnel.runtime.channel;

import org.jspecify.annotations.NullMarked;
