/**
 * Contexts: deadlines, cancellation and values from callers to callees; Go's {@code context}. Begin with
 * {@link dev.runnel.context.Context}.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * request  = withCancel(background())          G1 runs  answers.recv(request)
 * lookup   = withTimeout(request, 1 s)         G2 runs  rows.send(v, lookup)
 * afterFunc(lookup, f)
 *
 * request    outcome none    done: asked for, open
 *   offspring  main  -> [lookup] <-> [hook of G1]
 * lookup     outcome none    done: nobody has asked    timer in the heap of a P
 *   offspring  main  -> [hook of G2] <-> [f]
 *
 * hook of G1   [G1, ticket 8]    on answers, where G1's record stands
 *
 * request.cancel(): its outcome is set, its channel is closed; then lookup gets that outcome, its channel is closed, its timer
 * removed; then the hooks are called: each claims its ticket, G1 and G2 go on and throw; and f becomes a goroutine.
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>N1. One outcome.</b> It is set once, by compare-and-set: error and cause come together, and the first is the
 *       one (X4, X9). All that one cancel reaches share it.
 *   <li><b>N2. Whoever sees the error finds the channel closed</b> (X6). The outcome is set before the channel is
 *       closed, so that whoever is woken by the close sees it; and whoever sees it first closes the channel before
 *       saying so.
 *   <li><b>N3. One channel.</b> It is made when it is asked for. If the outcome is there before that, the channel is
 *       one that is already closed, the same for all (X5). A compare-and-set decides which.
 *   <li><b>N4. Nobody is missed.</b> A child is put in a list, and then looks for the outcome; whoever ends the context
 *       sets the outcome, and then closes the lists. So the child is in a list that is closed, or sees the outcome and
 *       takes itself out again, or finds the list closed. Exactly one of the two tells it (X7).
 *   <li><b>N5. A cancel returns when all below is done</b> (X4), whoever did it. Contexts that another cancel has
 *       reached before are waited for, and a cancel that comes second waits, too. A cancel on its way down waits only
 *       for those that began further down, and nobody waits for one that came second; so there is no ring.
 *   <li><b>N6. User code runs last,</b> when all contexts are done, and under no lock. What it throws comes out of the
 *       cancel when the others have been told. A deadline ends its context by a goroutine, never where timers are
 *       fired.
 *   <li><b>N7. What is over leaves no trace.</b> A context that ends, a function that is stopped and a wait that is
 *       over take themselves off their parent, in constant time; a timer is taken out of its heap. The links of a list
 *       that was closed are cleared, so that no child keeps its siblings.
 *   <li><b>N8. A wait that a context ends has not happened.</b> The hook of the wait claims its ticket like a timer
 *       does (K2, K4).
 *   <li><b>N9. A context belongs to its bubble,</b> and so does its channel (B3): from outside it is neither cancelled
 *       nor waited with. A wait in a bubble with a context from outside is not durable (B4).
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * cancel(err, cause)   CAS outcome none -> mine, else wait until that outcome is settled
 *                      visit: remove the timer, close the channel, close the lists and push what was in them
 *                      while there is a child: a context: CAS its outcome: visit; else remember who has it
 *                                              an action, a function: later
 *                      wait until the outcomes of others are settled; mine is settled
 *                      run the actions, start the functions
 *                      take the context off its parent
 *
 * link to a parent     through values to the next context
 *                      one of ours:   add; look for the outcome
 *                      another:       never done: nothing. done: take over its error and cause
 *                                     gives the channel of one of ours: link to that
 *                                     else onDone, which it has overridden, or which starts a goroutine that watches
 *
 * recv(ctx)            has it ended? throw
 *                      as recv, lingering included, but where that would wait: unlock, register a hook, lock, look again,
 *                      and then wait; unlock; ticket into the hook; is it over? claim the ticket. park
 * the hook, called     it is over; is there a ticket? claim it, wake with CANCEL
 * }</pre>
 *
 * <p>The hook is registered before the wait begins, since registering may run code of the user and start a goroutine,
 * which nobody who is about to park can do. So the hook may be called before there is a ticket. Each side writes its
 * own field and then reads the other's: one of them sees both.
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>The end of a context: the compare-and-set of its outcome; for whoever asks through the channel, the close.
 *   <li>Adding a child, and removing it: under the lock of the list.
 *   <li>An action or a function: the compare-and-set by which it is taken, to happen or to be stopped (X11).
 *   <li>The end of a wait: the claim of the ticket.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                   written by             read by         mode           partner
 * CancelCtx.outcome       the first who ends it  all             CAS            lists, armed: added, then looked at
 * CancelCtx.done          who asks or ends       all             CAS            outcome
 * TimerCtx.armed          arm                    who ends it     volatile       outcome
 * Offspring.main,         who adds               all             CAS            outcome
 *   .stripes
 * Children.first, .size,  locked                 locked          plain          the lock; of a closed list who closed it
 *   .closed; Child links
 * Child.in                locked; propagation    who unlinks it  volatile       the lock: who has it looks whether it is so
 * Child.foreign           who links it; unlinks  who unlinks it  volatile       itself
 * Once.taken              who takes it           itself          CAS            itself
 * Outcome.settled         the propagation        who waits       volatile       latch
 * Outcome.latch           who waits first        propagation     CAS            settled
 * CancelHook.over         who cancels            the strand      volatile       ticket
 * CancelHook.ticket       the strand             who cancels     volatile       over
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>The context and its cancel function are one object, to be closed; the types tell who may cancel.
 *   <li>Operations on channels, ranges and sleeps take a context. In Go they are selects, and all who wait meet at the
 *       lock of one channel. Here each has a place in a list, or in one of several when they crowd.
 *   <li>{@code cause()} is a method; {@code onDone}, which a context may override, is Go's optional method
 *       {@code AfterFunc}.
 *   <li>Children are told under no lock, in no order, by a loop instead of a recursion. {@code err()} helps to close
 *       the channel where Go's waits for it.
 *   <li>Keys have a type and equal only themselves; values are not null, and a name shows the class of those that are
 *       not text.
 *   <li>A timer, and the goroutine of an {@code afterFunc}, belong to the runtime of whoever made them, and end with
 *       it.
 *   <li>An error has no {@code Temporary}. {@code signal.NotifyContext} is {@link dev.runnel.context.Shutdown}, for the
 *       signals that end the JVM.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>A lock per context that is held over the whole of a cancel, as in Go: ours must be short, since whoever waits
 *       for them spins.
 *   <li>A hash set of children: an entry of garbage for each, where a link in the child does.
 *   <li>Lists per P: a context would have as many as there are Ps, and most have one child.
 *   <li>A select over two channels for {@code recv(ctx)}: two locks, and one of them everybody's.
 *   <li>An interrupt for each goroutine that waits: it would hit whatever that does next.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26, {@code src/context/context.go}.
 */
@NullMarked
package dev.runnel.context;

import org.jspecify.annotations.NullMarked;
