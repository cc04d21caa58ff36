/**
 * The network poller: strands that wait for sockets are parked, and whoever has nothing else to do looks which may go
 * on.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * tcp 127.0.0.1:80->127.0.0.1:5121
 *   in    armed       waiters: [G7, ticket 12]       the selector tells when there is something to read
 *   out   not armed   waiters: none
 * tcp 127.0.0.1:80->127.0.0.1:5122
 *   in    armed       waiters: none                  G9 was told, and reads; it will wait again, most likely
 *   out   armed       waiters: [G4, ticket 30]       the peer reads slowly
 *
 * to be armed   tcp 127.0.0.1:80, listening: in -> tcp 127.0.0.1:80->127.0.0.1:5122: out
 * turn          taken by M3, which found nothing to run and looks without waiting
 * runnel-net    dozes: P1 is busy, and its M will look when it has nothing to run
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>I1. First try, then wait.</b> An operation is tried on the socket, which never blocks; only if that would
 *       have to wait is there a wait. The selector tells of what is ready for as long as it is ready, so what becomes
 *       ready between the try and the wait is told of, too.
 *   <li><b>I2. The selector learns of whoever waits.</b> A direction in which someone waits is armed. Armed means that
 *       the selector has been asked for it, or that it is in the list of what the selector will be asked for before the
 *       next look, or that the waiter is about to put it there.
 *   <li><b>I3. Only the one that has the turn asks the selector,</b> for more or for less. So the two cannot overtake
 *       each other, and a waiter takes no lock of the JDK's.
 *   <li><b>I4. A direction is disarmed late:</b> not when it tells of something, but when it tells of something that
 *       nobody waits for. By the next look the reader has mostly read and waits again, and the system need not be asked
 *       twice for each message. Writing and connecting are disarmed at once, as they would tell of something at each
 *       look.
 *   <li><b>I5. A wake-up is a hint.</b> Whoever was told tries again, and waits again if that was in vain. So a look
 *       that is told of something that was read meanwhile does no harm.
 *   <li><b>I6. Closed is for good,</b> and set under the lock under which waits begin: those who wait are disturbed,
 *       and those who come later do not wait. The deadline likewise: those who wait are disturbed when it is moved, and
 *       wait again with the new one.
 *   <li><b>I7. Giving up takes nothing.</b> A wait takes no bytes; what ended it by timeout, close, cancellation or
 *       interrupt has not touched the socket.
 *   <li><b>I8. Someone looks.</b> While anybody waits there is the thread. It is in the selector, or dozes for a tenth
 *       of a millisecond at most; and it dozes only while some M runs that will look when it has nothing to do, or will
 *       wake the thread when it is the last.
 *   <li><b>I9. Only the thread closes what was ever armed.</b> Closing takes locks of the JDK's, of the selector and of
 *       the socket. A goroutine that waits for one of these may have lost its P; an M that polls may stand behind it,
 *       holding the last P, and the two would wait for each other. The thread needs no P. The system has the socket
 *       back when the selector has let go of it, at the thread's next look. Whoever closes a listener waits for that,
 *       so that its port is free. The JDK closes one channel itself, on the goroutine: one whose connect has failed;
 *       that takes nothing but the lock of that channel.
 *   <li><b>I10. Nobody is readied while a lock is held</b> (H5), nor while the turn is. An M that has found somebody is
 *       told so, however the look has ended: a goroutine in the queue of its P is in nobody else's.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * an operation    take the turn of readers, or writers, a mutex: of no bubble, as the network is not; closed, or the deadline is past: fail
 *                 loop: try; done: give the turn back
 *                       await
 *
 * await           one more waits (the first starts the thread, others wait until it has); at the end one less: the last, and the thread sleeps for ever: wake it
 *                 loop: lock; closed or past the deadline: unlock, say so
 *                       enter; enqueue with a ticket; not armed: armed; IO wait; unlock
 *                       it was not armed: into the list; the thread is in the selector: wake it
 *                       park, until the deadline
 *                       ready: try again;   disturbed, or timed out: look again;   cancelled, interrupted: say so
 *
 * look            (with the turn) ask for all in the list
 *                 select: for each socket, each direction that is ready: lock
 *                         somebody waits: claim it, success;  nobody, or it is out: not armed, ask for less
 *                         unlock
 *                 no memory: what could not be asked for, or closed, is listed again
 *                 turn back; ready all who were claimed;   the thread: then tell who waits for what has left
 *
 * an M            has found nothing in the queues within its reach, and someone waits: the turn is free: look, without waiting
 *                 has put its P down: the thread dozes, and all are idle or the Ms look too seldom: wake it
 *
 * the thread      loop: dozes; then, if no M looks: look, and wait in the selector, for a second; after one in which nothing happened, for ever
 *                 dozes: says so; all idle: no;   a tenth of a millisecond;   the Ms have looked lately: again
 *                        else: no, and for ten milliseconds an M that puts its P down wakes it at once
 *                 nobody has waited for a second, or a runtime has ended: ends
 * }</pre>
 *
 * <h2>Connections in memory</h2>
 *
 * <p>Their two directions are {@link dev.runnel.runtime.net.Gate}s, too, and I1, I5 to I7 and I10 hold for them. There
 * is no selector: whoever does something at the other end tells the gate afterwards. Instead of I2: <b>what is told is
 * not lost.</b> Either somebody waits, and is woken, or the gate keeps it, and the next that is about to wait tries
 * again first. So it does not matter whether it comes between the try and the wait. One that was told and goes no
 * further, because its runtime closes, tells the next if there may be one: where many wait for their turn.
 *
 * <h2>Where each operation takes effect</h2>
 *
 * <ul>
 *   <li>Reading, writing, accepting, connecting: in the system, at the try that does it.
 *   <li>The end of a wait: the claim of the ticket, as everywhere.
 *   <li>Closing: under the lock of each direction; then in the system.
 *   <li>Setting a deadline: the store.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                  written by           read by             mode             partner
 * Gate.closed            locked               all                 volatile         itself
 * Gate.deadline          who sets it          all                 volatile         the lock: then disturbs who waits
 * Direction.armed,       locked               locked              plain            the lock
 *   .operation, .eager,
 *   Gate.waiters,
 *   PipeGate.news
 * Direction.nextToArm    who lists it; turn   turn                plain            Poller.toArm
 * Departure.gone,        locked               locked              plain            the lock
 *   .waiters
 * Departure.failure      the thread           who closes          plain            .gone
 * Departure.nextToLeave  who lists it; the    the thread          plain            Departures.first
 *                        thread
 * PollDescriptor.armed   locked               who closes          volatile         Gate.closed of both directions, set under their locks before
 * PollDescriptor.name    who opens it         dumps               volatile         -
 * Departures.ended       the thread           who closes; the end  volatile         .begun: so many have left
 *                                             of a runtime
 * Poller.toArm,          all; turn            turn; the thread    CAS, volatile    Poller.asleep: lister and sleeper, one sees the other
 *   Departures.first
 * Poller.asleep          the thread           listers             volatile         .toArm, Departures.first
 * Poller.asleepForEver   the thread           who waited          volatile         .waiting: the last who waits and the sleeper, one sees the other
 * Poller.waking          who wakes the thread the same            CAS, getAndSet   .asleep: who comes while another wakes, or that one, wakes it once more
 * Poller.thread          who starts it        who wakes it        volatile         OnDemand.runs
 * Poller.hurry           who ends a runtime;  the thread          volatile         a wake-up, again and again
 *                        who starts it
 * Poller.failed, .quiet  turn; the thread     the same            plain            the turn
 * Poller.dozing          the thread           Ms that get idle;   volatile         Idle.processors
 *                                             who closes, a hint
 * OnDemand.runs          the thread; locked   the same; waiters   volatile         Poller.waiting
 * Poller.waiting         waiters              all                 atomic           OnDemand.runs; the deadlock check
 * Departures.begun       who closes           the same            atomic           .ended
 * Poller.lookedAt        turn, by Ms          the thread          volatile         -
 * Poller.takesOverUntil  the thread           Ms that get idle    volatile         -
 * Poller.poller          its monitor, once    all                 volatile         itself
 * SystemTexts.known      who first needs it   the same            volatile         itself: any that are asked for are as good; of the package dev.runnel.net
 * UnixListener.removes   all                  who closes first    volatile         itself; of the package dev.runnel.net
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>One selector for all runtimes of the JVM, and other threads: a socket belongs to none of them.
 *   <li>What waits in the selector is a thread of its own (P57: an M). An M is a virtual thread here, and would hold
 *       its carrier.
 *   <li>The timers do not wait in it (P59): that is the watchdog's task.
 *   <li>The JDK's selectors tell of what is ready for as long as it is; Go's poller tells once (P57). Hence arming, and
 *       I4.
 *   <li>One word per direction ({@code rg}, {@code wg}) is a queue under a lock here, as for every other wait.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Sockets that block, on virtual threads: the JDK's pollers wake threads, not goroutines, and each such wait
 *       gives a P away.
 *   <li>A thread that is always in the selector: it is woken for each message that an M would have found for itself.
 *   <li>Arming by the waiter: on a lock of the selector's, which parks.
 *   <li>A selector per runtime: a connection that two of them use would be in both.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>Go 1.26: {@code src/runtime/netpoll.go}, {@code findRunnable} in {@code proc.go}, {@code src/internal/poll}.
 * OpenJDK 21 to 25: {@code sun/nio/ch/SelectorImpl.java}, {@code EPollSelectorImpl.java},
 * {@code SocketChannelImpl.java}.
 */
@NullMarked
package dev.runnel.runtime.net;

import org.jspecify.annotations.NullMarked;
