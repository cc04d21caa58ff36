/**
 * Select: looks at several channels at one instant, communicates on one of them, or waits on all of them with one
 * ticket.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * select().recv(c9, ...).send(c4, "x", ...).after(ofSeconds(1), ...)      run by G5, which waits
 *
 * Plan       clauses   0 recv c9   1 send c4   2 after 1 s
 *            live      0, 1        those that may be ready when it looks
 *            channels  c4, c9      each once, by id: the order of locking
 *            lockOrder 1, 0        the clauses with a channel, by their channels, in that order
 *            timeout   2           the clause with the shortest delay
 *
 * G5.ticket = 12
 * c4.senders     ... [G5, ticket 12, clause 1, "x"] ...
 * c9.receivers   ... [G5, ticket 12, clause 0] ...
 * a timer        [G5, ticket 12]
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>A1. One instant.</b> A select looks at its channels with all of them locked. So {@code otherwise} is chosen
 *       only if no clause was ready at one and the same instant (C41, S13). In a select with events it is chosen only
 *       if at one instant no channel was ready, and each event was not ready at an instant of its own before that in
 *       the same run.
 *   <li><b>A2. One order.</b> Channels are locked by increasing id, each once, and a select readies nobody before it
 *       has given all locks back. So selects do not lock each other out (S10, S30).
 *   <li><b>A3. Equal chances.</b> The order of looking is shuffled anew for each run; the first ready clause in it is
 *       taken. Of r clauses that are ready each has the chance 1/r, a channel in two clauses twice (S8). A policy may
 *       say otherwise: in the order written; or in a ring from the turn on, which moves behind the clause that was
 *       taken, and so never past one that was ready. A policy draws no random number.
 *   <li><b>A4. One clause happens.</b> All records of a run carry one ticket, and a ticket is claimed once (S22).
 *   <li><b>A5. Losers leave no trace.</b> Before a run ends its records are out of all queues, however it ends (S23).
 *   <li><b>A6. A select never meets itself.</b> It looks at others' records before it queues its own (S20).
 *   <li><b>A7. Values are asked for once per run,</b> in the order written, even for clauses that cannot win (S1).
 *   <li><b>A8. A run belongs to one thread.</b> The records of a run are bound to the strand that runs it. A select
 *       keeps one run for the next time; whoever finds none, because another runs it or its own body does, makes a new
 *       one.
 *   <li><b>A9. Code of the user runs without locks,</b> and events are polled by the run alone. What {@code poll} gives
 *       is taken, and is the chosen clause; nothing is polled after that, and nothing once another clause has happened.
 *   <li><b>A10. No event is missed.</b> A run registers with its events, looks at all clauses once more, and waits only
 *       if none is ready. A registration that is called before the ticket is known leaves a note, which the strand
 *       reads after having told the ticket. A registration is good for one call: after a call new ones are made, before
 *       the last look.
 *   <li><b>A11. A call takes nothing.</b> It only has the run look again, so it may come late, or for nothing, or to
 *       many. All registrations are stopped before a run ends, so that an event that calls one at a time can call the
 *       next.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * choose      the values of the sends, in the order written
 *             no clause is live: otherwise; or wait for the timeout; or for nothing, forever
 *             timer channels whose time has come put their value;   in which order to look
 *   again:    lock all
 *   pass 1    in that order, each live clause: timeout, and over? ready    receive? as recv    send? as send
 *             the first that is ready: done, unlock all, ready the peer, return
 *             a send on a closed channel that is drawn: unlock all, throw (S12)
 *             otherwise: unlock all, return
 *             not tryEnter(): unlock all, enter(), leave(), again
 *   pass 2    ticket = openWait(); a record per clause with a channel, queued in the order of looking
 *             waiting; unlock all; park until the deadline
 *   pass 3    lock all; take the records out; unlock all
 *             by the record that was claimed: its clause; a send without success: throw
 *             by the deadline: the timeout; by an interrupt: none
 *
 * with events, or a cancellation
 *   again:    in which order to look
 *             in that order: an event? poll, no lock held;   those between two events: as pass 1
 *             lock all; all channels once more, as pass 1;   none is ready, and
 *             otherwise: unlock all, return
 *             not registered: unlock all; after a call: it is cancelled, the deadline has passed, or an interrupt: end;
 *             register with all, again
 *             else as pass 2; unlock all; tell the ticket; was called? claim it; park
 *   pass 3    as above; by a call: not registered any more, again
 *   the end   stop all registrations
 *
 * called      note it; is there a ticket? claim it, wake with EVENT
 *
 * run, get    choose; the turn moves; keep the run; run the body of the clause
 * }</pre>
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>A clause that was ready, and {@code otherwise}: while all locks are held.
 *   <li>A clause that was waited for: at the claim by its peer, under that one channel's lock.
 *   <li>A clause on an event: where its {@code poll} does.
 *   <li>The timeout: at the claim by the timer; for one that is over before the select has looked, while all locks are
 *       held. It is counted from the entry, before the values are asked for.
 *   <li>The body: afterwards, in the caller. What it throws is thrown on.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field           written by        read by       mode                   partner
 * Clauses.plan    who builds; runs  runs          volatile               a plan is immutable
 * Spare.kept      runs              runs          getAndSet; release     what is kept is bound to nobody else
 * Turn.next       runs              runs          CAS                    itself
 * SelectRun       its one user      its one user  plain                  .kept
 * EventWatch      who calls;        the strand;   volatile               each other: written, then the other one read
 *   .called,      the strand        who calls
 *   .ticket
 * its Waiters     see the package park
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>The order of locking is that in which channels were first asked for their number. Java objects have no
 *       addresses (S10).
 *   <li>A timeout is a clause, and a deadline of the wait: no channel, no goroutine. Of several the shortest counts,
 *       and of equal ones the first. One of zero or less is ready like any other clause.
 *   <li>A single clause with {@code otherwise} takes the locks, too; {@code trySend} and {@code tryRecv} are the forms
 *       with a fast path (S18). A single clause without it waits under the plain operation's reason, as in Go.
 *   <li>Clauses are built at run time, once or each time; a select that is kept has its plan made at the first run.
 *   <li>All operands but a {@code sendFrom} value are evaluated when the clause is written, not at each run.
 *   <li>There are policies, clauses on events, and receives of several values. A select that was called by an event
 *       stands at the end of the channels' queues again.
 *   <li>An interruptible run ends without a choice if the thread is interrupted, and one with a cancellation if that
 *       comes. It is looked at only after a look has found no clause ready: what is ready has precedence.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>A thread, or a callback, per clause: two could win, and a value that nobody wants be taken.
 *   <li>A claim made by the event's side, as by a channel's: code of the user would have to claim, complete, and ready
 *       later.
 *   <li>A turn that moves by one in each run: the same bound, but a clause behind others that are not ready is
 *       favoured.
 *   <li>One form for bodies with and without a result: Java cannot tell a lambda that returns from one that does not.
 *   <li>Bodies that may throw nothing checked: each would carry a {@code try}.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26, {@code selectgo} in {@code src/runtime/select.go}; Hoare, <i>Communicating Sequential Processes</i>, on
 * external choice.
 */
@NullMarked
package dev.runnel.runtime.select;

import org.jspecify.annotations.NullMarked;
