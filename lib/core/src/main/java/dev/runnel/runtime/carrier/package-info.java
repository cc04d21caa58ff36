/**
 * The seam to the JVM: how the virtual thread of an M comes by a platform thread to run on.
 *
 * <p>In shared mode an M is an ordinary virtual thread, and the JDK's own pool carries it: then there is nothing here but a
 * builder. All that follows is about dedicated mode, in which each P has a platform thread, its <i>carrier</i>, and each M
 * is the scheduler of its own virtual thread, a <i>rider</i>. The JDK hands a rider its own continuation to run; the rider
 * has it run on the carrier of the P that it was given, and not before it was given one. So passing a P to another M is a
 * switch on one platform thread, and a thread that comes back from the JDK waits for a P like any other.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * carrier runnel-P-0                              carrier runnel-P-1
 *   mounts M2, which has just handed P0 to M7       asleep: P1 is idle
 *   and is on its way to park                       arrived: -
 *   arrived: M7
 *
 * M4   not mounted, request NONE      parked
 * M5   not mounted, request PENDING   its socket is readable; the JDK wants it to run on; it queues up for a P
 * M7   not mounted, request ON_ITS_WAY
 *
 * carrier runnel-P-1 (retired)
 *   mounts M9, which reads a file and cannot be unmounted; P1 was taken from it and has a new carrier
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>V1. One request at a time, answered by one.</b> The JDK asks ({@code NONE} to {@code PENDING}); who takes the
 *       request ({@code PENDING} to {@code ON_ITS_WAY}) brings the rider to a carrier, or puts the request back and looks again, and
 *       nobody else does. So a rider is on its way to one carrier at most.
 *   <li><b>V2. A further request is dropped while one is on its way.</b> The run that is coming answers it, too.
 *   <li><b>V2a. A request may be an old one.</b> The JDK asks once more than needed when it had suspended an unmounted thread
 *       to read its stack, and that may come when the thread runs, or has parked again. So a pending request is looked at
 *       again when the JDK asks, who grants a P wakes the thread whether there is a request or not, and to mount a thread
 *       that cannot run does nothing.
 *   <li><b>V3. No request is answered while the rider rides</b>, which lasts until its carrier has seen it leave. Who asks stores the
 *       request and then looks whether it rides; the carrier stores that it does not, and then looks for a request: one of
 *       them sees the other. So one carrier runs a rider at a time, {@code left()} is over before it runs again, and an old request of
 *       a thread that runs, without a P even, does not queue it up for another.
 *   <li><b>V4. Strangers go home.</b> A virtual thread that user code starts inherits its starter's scheduler. Its tasks are
 *       other continuations than the rider's first, and go to the JDK's own scheduler. On a P's carrier they would run
 *       without a P.
 *   <li><b>V5. {@code execute} neither parks nor waits.</b> Its caller may be the carrier, a virtual thread that cannot be
 *       unmounted at that moment, or a thread of the JDK that wakes sleepers.
 *   <li><b>V6. No arrival is overlooked, and the first that came is mounted first.</b> Arrivals, the successor and whether the
 *       carrier sleeps are under the carrier's lock. First come, first served: a rider that yields to the holder of a spin
 *       lock is brought again at once, and must not keep that holder waiting on the same carrier.
 *   <li><b>V7. A retired carrier keeps nothing but its rider.</b> What was brought before, and what is brought after, moves
 *       to the successor. It ends when its rider leaves; its thread serves another carrier if one is made soon.
 *   <li><b>V8. All but one stay movable.</b> A carrier takes one arrival at a time, so that the others can be moved away
 *       should that one hold on to the thread.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * execute(task)     the first time: this is the rider's continuation
 *                   another task: to the JDK's scheduler
 *                   ON_ITS_WAY: nothing
 *                   PENDING already, or CAS NONE -> PENDING: answer
 *
 * answer            while PENDING, the rider does not ride, and resumable():    (the M decides; see the scheduler)
 *                   CAS PENDING -> ON_ITS_WAY; not: someone else answers
 *                   it does not ride, and resume(): done                 (the M decides; it is brought now or later)
 *                   request = PENDING
 *
 * carrier           loop: under the lock: take the first arrival; none: ends if it is to, else says that it sleeps
 *                     ride the arrival, or park
 *
 * ride              it rides
 *                   do: request = NONE; run the continuation            (returns when it parks, yields or ends)
 *                   while left()                                        (the M decides)
 *                   it does not ride; answer
 *
 * bring(rider)      under the lock: a successor: bring it there; else append it, and see whether the carrier sleeps: wake
 *
 * retireFor(other)  successor = other; bring all arrivals there; end when idle
 * }</pre>
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>Asking: the compare-and-set to {@code PENDING}. Answering: the one to {@code ON_ITS_WAY}.
 *   <li>Bringing, taking and retiring: under the carrier's lock.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                  written by            read by              mode                partner
 * Rider.request          JDK; takers; carrier  all                  CAS; volatile       Grantee.granted: asker and giver, one sees the other
 * Rider.riding           its carrier           all                  volatile            Rider.request
 * Rider.mountedOn        carrier               all                  volatile            itself
 * Rider.continuation     the first execute     execute, carriers    plain               the start of the thread, later its states
 * Carrier.first          locked                locked; a hint      opaque              the carrier's lock
 * Carrier.last, .asleep, locked                locked               plain               the carrier's lock
 *   .stopped, .successor
 * Rider.nextAtCarrier    locked                locked               plain               the carrier's lock
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
 *   <li>One executor for all Ms. It is handed continuations and would have to find out whose they are. If each M is its own
 *       executor, the first task is its own and any other is a stranger's.
 *   <li>A number per request, to tell old from new. Three states suffice: a run answers all requests before it (V2), and an old one does
 *       no harm (V2a).
 *   <li>Continuations of {@code jdk.internal.vm} instead of virtual threads: see the decision on goroutines and threads.
 *   <li>Mounting a rider wherever it becomes runnable: then more Ms run than there are Ps.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>OpenJDK 21 to 25: {@code java/lang/VirtualThread.java} (its states, and who calls the scheduler), {@code
 * java/lang/ThreadBuilders.java}.
 */
@NullMarked
package dev.runnel.runtime.carrier;

import org.jspecify.annotations.NullMarked;
