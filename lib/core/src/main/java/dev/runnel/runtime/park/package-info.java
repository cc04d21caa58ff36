/**
 * How something waits and is woken, exactly once: strands, the tickets of their waits, and the queues that they wait
 * in.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * c1.receivers   first -> [G3, ticket 4] <-> [G5, ticket 8, clause 0] <- last
 * c2.senders     first -> [G5, ticket 8, clause 1, element "x"] <- last
 *
 * G3.ticket = 5   odd: its timer has claimed wait 4; the record is stale, and G3 will take it out itself
 * G5.ticket = 8   even: open; G5 waits in a select on both channels
 *
 * A sender comes to c1. It unlinks G3's record, cannot claim 4, drops it; unlinks G5's, claims 8 (G5.ticket = 9),
 * hands its value over and readies G5. Who comes to c2 now finds G5's record stale in its turn.
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>K1. A ticket is used once.</b> It starts odd and only grows: the strand makes it even to open a wait,
 *       someone makes it odd to end that wait. So what is left over from a former wait, be it a record, a timer or an
 *       interrupt that comes late, can name its ticket and will fail.
 *   <li><b>K2. One claim.</b> Whoever would end a wait compares and sets the ticket from even to odd. Exactly one can.
 *       It does not matter whether it is a peer, another clause of the same select, a timer, an interrupt or the
 *       closing runtime: there is one rule for all (C55).
 *   <li><b>K3. The claim obliges.</b> Whoever has made it completes the communication, says what ended the wait
 *       ({@code wakeWith}), gives all locks back, and then readies the strand once. Nobody else may ready it.
 *   <li><b>K4. Nothing is half done.</b> Either the wait was ended by a record, and the communication has happened; or
 *       by something else, and it has not happened and never will: the records have lost their ticket before the strand
 *       is told. So an operation that gives up never loses an element.
 *   <li><b>K5. Stale records are harmless.</b> A record whose wait has been ended may stand in a queue until the strand
 *       runs again and takes it out, or a dequeuer drops it (C56). It never matches.
 *   <li><b>K6. A record is in one queue at most, and is put there and taken out under the lock of that queue's
 *       channel.</b> {@code queued} tells whether removal still has something to do, so it needs no search and takes
 *       constant time (C58).
 *   <li><b>K7. Nobody claims what does not wait yet.</b> From the opening of the wait to {@code waiting} the channels
 *       stay locked, so a peer finds the strand waiting. A timer is added, and an interrupt, a cancellation or an event
 *       may claim, only after that; the closing runtime looks whether it waits.
 *   <li><b>K8. A permit is not lost.</b> Between the unlocking and the actual sleep the strand may be claimed, readied
 *       and scheduled. {@code park} then returns at once.
 *   <li><b>K9. Enter before you wait.</b> A goroutine has to hold its P, safe from being taken, to schedule another. If
 *       its P is gone, the goroutine gives the locks back, gets a P and starts again.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * an operation                                      who ends the wait
 *
 * lock the channels                                 a peer, under the channel's lock:
 * possible now: do it, unlock, ready the peer       loop: unlink the first record; none: nobody waits
 * while not tryEnter():                                   claim(its ticket): on success stop, else drop it
 *     unlock, enter(), leave(), lock, look again    element and success into the record
 * ticket = openWait()                               wakeWith(record)
 * each record: open(ticket), enqueue                unlock
 * waiting(reason, what)                             ready()
 * unlock
 * cause = park(deadline, interruptible)             a timer: claim(ticket), wakeWith(TIMEOUT), ready()
 * lock, remove what is left in queues, unlock       an interrupt: claim the open wait, wakeWith(INTERRUPT), ready()
 * by cause: a result, none, or an exception;        a cancellation: claim(ticket), wakeWith(CANCEL), ready()
 *     or, of a select, look again                   an event of a select: claim(ticket), wakeWith(EVENT), ready()
 *                                                   the closing: claim(ticket), no cause, ready(); the strand unwinds
 * }</pre>
 *
 * <p>A plain send or receive that a peer ended need not remove its record: the peer unlinked it.
 *
 * <p>Before all that a strand may linger: its record stands where a peer finds it, but in no queue. The strand runs,
 * and has no wait open: no ticket, and nothing to claim. Whoever takes the record out, under the lock of that place,
 * {@code finish}es it. The strand then need not be readied; what {@code finish} returns to be readied instead is a
 * {@code Peer} that does what else follows.
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>The end of a wait: the compare-and-set of the ticket.
 *   <li>A communication with a strand that waits: the same instant; the peer holds the channel's lock around it.
 *   <li>Giving up: the same instant, by whoever claims with another cause.
 *   <li>Standing in a queue: under the channel's lock.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                    written by             read by            mode             partner
 * Strand.ticket            strand; claimants      all                release; CAS     the CAS of a claimant sees what openWait wrote
 * Strand.ended             the strand: none, as   the strand         plain            goroutine: status and grant; other: released
 *                          it opens a wait; the
 *                          claimant
 * Strand.spare             the strand             the strand         plain            -
 * Waiter.element, .success the strand; then the   the strand         plain            before: the lock; after: as Strand.ended
 *                          claimant, locked
 * Waiter.lingers           the strand; who        the same           plain; release/  .element, .success
 *                          finishes it, locked                       acquire
 * Waiter.clause            the strand             the strand         plain            -
 * Waiter links, .queued,   locked                 locked             plain            the lock; the links of those whose waits were ended together
 *   .ticket                                                                           are the claimant's until it readies them
 * WaitQueue.first          locked                 locked; anyone     release/acquire  isEmpty() of the fast paths
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>Go has one flag in the goroutine that only selects use, sets it back between waits, and must do so under all
 *       locks (C54, C57). A ticket serves every wait, and need not be set back.
 *   <li>Channel operations have a timed and an interruptible form; in Go those are selects.
 *   <li>Records are pooled per P in Go (C52). Here a strand keeps one for its plain operations and a select keeps its
 *       own.
 *   <li>A strand may be a thread that is not a goroutine. It holds no P, so entering is a matter of course for it, and
 *       it parks itself.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>A flag per strand, as in Go: a timer that fires late could win the wait after its own.
 *   <li>An object per wait as its claim: garbage for each wait, and one more indirection on the way to the strand.
 *   <li>A queue that removes stale records lazily only: a channel in many long selects would make its dequeue linear.
 *   <li>Conditions or latches of {@code java.util.concurrent}: they do not know selects.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26: {@code sudog} and {@code g.selectDone} in {@code src/runtime/runtime2.go}, {@code waitq} in
 * {@code src/runtime/chan.go}, {@code gopark} and {@code goready} in {@code src/runtime/proc.go}.
 */
@NullMarked
package dev.runnel.runtime.park;

import org.jspecify.annotations.NullMarked;
