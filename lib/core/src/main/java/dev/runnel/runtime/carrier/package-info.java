/**
 * The seam to the JVM: how the virtual thread of an M gets a platform thread to run on.
 *
 * <p>In shared mode an M is an ordinary virtual thread, and the JDK's own pool carries it: then there is nothing here
 * but a builder. All that follows is about dedicated mode, in which each P has a platform thread, its <i>carrier</i>,
 * and each M is the scheduler of its own virtual thread, a <i>rider</i>. The JDK hands a rider its own continuation to
 * run; the rider has it run on the carrier of the P that it was given, and not before it was given one. So passing a P
 * to another M is a switch on one platform thread, and a thread that comes back from the JDK waits for a P like any
 * other.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * carrier runnel-P-0                              carrier runnel-P-1
 *   mounts M2, request TAKEN, which has just        asleep: P1 is idle
 *   handed P0 to M7 and is about to leave           arrived: -
 *   next: M7
 *   arrived: -
 *
 * M3   not mounted, request PENDING   its goroutine waits; to the JDK it could run on, as it has yielded; it has no P
 * M4   not mounted, request NONE      its goroutine waits and may be interrupted: it is parked
 * M5   not mounted, request TAKEN     its socket was readable, the JDK wanted it to run on; it queues up for a P
 * M7   not mounted, request PENDING   as M3, and granted P0
 *
 * carrier runnel-P-1 (retired)
 *   mounts M9, which reads a file and cannot be unmounted; P1 was taken from it and has a new carrier
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>V1. One request at a time, answered by one.</b> The JDK asks; whoever takes the request, by compare-and-set
 *       to {@code TAKEN}, mounts the rider or brings it to a carrier, or puts the request back and looks again, and
 *       nobody else does. So a rider is on its way to one carrier at most, and only the request says whether it is
 *       still to be mounted.
 *   <li><b>V2. What is asked before a run is answered by it.</b> Whoever asks has changed the state of the thread
 *       before, and the run looks at that. So a carrier that is about to run its rider forgets what was asked until
 *       then.
 *   <li><b>V2a. A request may be an old one.</b> The JDK asks once more than needed when it has suspended an unmounted
 *       thread to read its stack, and that request may come when the thread runs, or waits again. So a pending request
 *       is looked at again when the JDK asks; whoever grants a P to a parked thread unparks it whether there is a
 *       request or not; and mounting a thread that cannot run does nothing.
 *   <li><b>V3. No request is answered while the rider rides</b>, which lasts until its carrier has seen it leave: it is
 *       {@code TAKEN} until then, and whoever asks meanwhile just says so, for the carrier to find. So one carrier runs
 *       a rider at a time, {@code left()} is over before it runs again, and an old request of a thread that runs, even
 *       without a P, does not queue it up for another.
 *   <li><b>V4. Strangers go home.</b> A virtual thread that user code starts inherits its starter's scheduler. Its
 *       tasks are other continuations than the rider's first, and go to the JDK's own scheduler. On a P's carrier they
 *       would run without a P.
 *   <li><b>V5. {@code execute} neither parks nor waits.</b> Its caller may be the carrier, a virtual thread that cannot
 *       be unmounted at that moment, or a thread of the JDK that wakes sleepers.
 *   <li><b>V6. No arrival is overlooked, and the first that came is mounted first.</b> Arrivals, the successor and
 *       whether the carrier sleeps are under the carrier's lock. First come, first served: a rider that yields to the
 *       holder of a spin lock is brought again at once, and must not keep that holder waiting on the same carrier. The
 *       rider to which a carrier was left goes behind those that have arrived.
 *   <li><b>V6a. Whoever was brought to a carrier has its turn</b>, even if the carrier's rider goes on again and again
 *       without leaving, like one that yields to itself, or an M that starts one goroutine after the other: it looks
 *       whether anybody has arrived, and leaves for a moment. Such an arrival may have lost its P and its carrier, and
 *       spin for a lock. A rider that runs on without a call is replaced by the watchdog.
 *   <li><b>V7. A retired carrier keeps nothing but its rider.</b> What was brought before, and what is brought after,
 *       moves to the successor, which is whatever carrier the P has by then, so that whoever keeps a retired carrier
 *       keeps no more than two. It ends when its rider leaves; its thread serves another carrier if one is made soon.
 *   <li><b>V7a. The rider to which a stuck carrier was left gets on elsewhere.</b> The carrier's rider names the next
 *       and leaves; should it be unable to leave, the request of the next is still pending, and anybody may take it.
 *       Whoever retires the carrier does so, and so does the watchdog, which finds an M that was granted a P and
 *       sleeps.
 *   <li><b>V8. All but one stay movable.</b> A carrier takes one arrival at a time, so that the others can be moved
 *       away should that one hold on to the thread.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * execute(task)     the first time: this is the rider's continuation
 *                   another task: to the JDK's scheduler
 *                   called by the carrier that it rides on: note that it has yielded
 *                   NONE:   CAS to TAKEN if resumable(), and resume(); else CAS to PENDING: answer
 *                   PENDING: answer
 *                   TAKEN:  CAS to ASKED
 *                   ASKED:  nothing
 *
 * answer            while PENDING and resumable():                       (the M decides; see the scheduler)
 *                   CAS PENDING -> TAKEN; not: someone else answers
 *                   resume(): done                                       (the M decides; it is brought now or later)
 *                   request = PENDING
 *
 * carrier           loop: under the lock: take the first arrival; none: ends if it is to, else says that it sleeps
 *                     ride the arrival, and then those after it; or park
 *
 * after a ride      next is set: it is not any more; if nobody has arrived, and it is for here, and CAS PENDING -> TAKEN: it is ridden next
 *                   not taken: fence
 *                   answer the one that has left; wake the next again, if it was not taken
 *
 * ride              ASKED: request = TAKEN
 *                   do: run the continuation                             (returns when it waits, blocks, yields or ends)
 *                   while left()                                         (the M decides)
 *                   it has yielded: request = PENDING, a release
 *                   ASKED, or not CAS TAKEN -> NONE: request = PENDING
 *
 * leaveTo(rider)    next = rider                                         (by who is mounted, and about to leave)
 *
 * bring(rider)      under the lock: retired: bring it to the successor; else append it, and see whether the carrier sleeps: wake
 *
 * wake again        answer; it parks: unpark it                        (the M's)
 *
 * retireFor(other)  successor = other; bring all arrivals to it; wake next again; end when idle
 * }</pre>
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>Asking: the store of {@code PENDING} or {@code ASKED}. Answering: the compare-and-set to {@code TAKEN}.
 *   <li>Bringing, taking and retiring: under the carrier's lock.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                  written by            read by              mode                partner
 * Rider.request          JDK; takers; carrier  all                  CAS; volatile;      Grantee.granted: asker and giver, one sees the other
 *                                                                    release             a fence before the carrier looks
 * Rider.yielded          the mounting carrier  it                   plain               itself
 * Rider.rides            its carrier           execute              release, volatile   .mountedOn: who sees it set sees where
 * Rider.mountedOn        carrier               all                  volatile            itself
 * Rider.continuation     the first execute     execute, carriers    plain               the start of the thread, later its states
 * Carrier.next           its thread            it; a hint to others release, acquire    Rider.request, which decides
 * Carrier.first          locked                locked; a hint       opaque              the carrier's lock
 * Carrier.last, .asleep, locked                locked               plain               the carrier's lock
 *   .stopped, .successor
 * Carrier.thread         its thread, at first  who wakes it;        volatile            .asleep: nobody wakes it before it says that it sleeps
 *                                              execute
 * Rider.nextAtCarrier    locked                locked               plain               the carrier's lock
 * CarrierThreads         locked                all                  volatile            the lock of the threads
 *   .ending, .serving,
 *   Server.carrier
 * SharedCarriers         watchdog; stirrers    watchdog             atomic              -
 *   .stirrers
 * PoolHold.over          who holds             sitters              volatile            -
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <p>In Go the M is the platform thread, and a goroutine changes Ms. Here the M is a virtual thread that carries one
 * goroutine from its first line to its last, and what changes is the carrier below it.
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>One executor for all Ms. It is handed continuations and would have to find out whose they are. If each M is its
 *       own executor, the first task is its own and any other is a stranger's.
 *   <li>A number per request, to tell old from new. A few states suffice: a run answers all requests before it (V2),
 *       and an old one does no harm (V2a).
 *   <li>A state of its own for a rider that is mounted: one store with a fence more in each hand-over, and nobody needs
 *       to know.
 *   <li>Continuations of {@code jdk.internal.vm} instead of virtual threads: see the decision on goroutines and
 *       threads.
 *   <li>Mounting a rider wherever it becomes runnable: then more Ms run than there are Ps.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>OpenJDK 21 to 28: {@code java/lang/VirtualThread.java} (its states, and who calls the scheduler),
 * {@code java/lang/ThreadBuilders.java}.
 */
@NullMarked
package dev.runnel.runtime.carrier;

import org.jspecify.annotations.NullMarked;
