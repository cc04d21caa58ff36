/**
 * A lock for state that a few loads and stores change: whoever cannot have it spins, then gives way, and never waits to
 * be woken.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * Chan#4   held = 1   by M3, which runs a select over both channels
 * Chan#7   held = 1   by M1, which has put a value into the buffer and is about to unlock
 *
 * M3  looks at Chan#7 after 1, 2, 4 ... 64 pauses, then gives way between two looks, and keeps Chan#4
 * M8  looks at Chan#4 in the same way
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>L1. One holder.</b> {@code held} turns from 0 to 1 by compare-and-set only, and back to 0 by the holder.
 *   <li><b>L2. Held briefly.</b> Under a lock nobody parks, readies a goroutine or runs a user's code, except a
 *       {@link dev.runnel.trace.StepListener}, which is told not to wait, and the director of a deterministic run, in
 *       which nobody else runs. A waiter burns a processor as long as the lock is held; a goroutine that is readied
 *       under a lock would run into that very lock. Four locks are held for longer: the turn of the network poller,
 *       even in the selector, since others only try it and never wait; the locks under which a platform thread may be
 *       started, that of the poller and that of a change of the number of Ps; and the one under which a listener
 *       removes its file.
 *   <li><b>L3. An order.</b> Channels first, by increasing id (a select holds several). Under a channel's lock one
 *       timer heap, or the register of foreign threads, may be locked. The queue of a mutex or the like, a direction of
 *       a socket or pipe, and an {@code afterFunc} have a lock like a channel's; nobody holds two of these, or one of
 *       these and a channel's. The turn of the network poller comes before the locks of directions. A scheduler's lock
 *       and that of its list of Ms are taken with no lock held, except that of a change of the number of Ps. That lock
 *       is the outermost, and carriers and their threads are locked under it as well. Under a scheduler's lock timer
 *       heaps may be locked, two for a P that goes. A flight recorder's lock is the innermost. All others are taken
 *       alone. So there is no cycle, and no deadlock.
 *   <li><b>L4. Not reentrant.</b> A second {@code lock()} by the holder spins forever. Each method of a channel says
 *       whether it is called under the lock and whether it gives it back.
 *   <li><b>L5. A waiter keeps its place.</b> An M of dedicated mode that gives way stays with its carrier, whether it
 *       has a P or not. It may hold another lock, so sending it off to queue for a P could make all others wait for it.
 *       For the same reason a virtual thread on the JDK's pool spins on: one that yields there may starve behind others
 *       that yield to each other. So a holder is mounted, and only its processor can be taken away; except by what the
 *       JDK does, when a class is loaded under a lock, say. Therefore a waiter on the pool that has spun for
 *       milliseconds, and holds no other lock, goes away for a moment, even if it is interrupted.
 *   <li><b>L6. No holder runs out of stack.</b> Whoever calls the runtime asks for room first:
 *       {@link dev.runnel.runtime.lock.StackRoom}.
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * lock    if CAS held 0 -> 1: done
 *         for n = 1, 2, 4 ... 64, 64 ...: n pauses; if held looks free and CAS held 0 -> 1: done
 *                                         n = 64: give way
 * lock patiently (a select over a channel with more than one place): the same for n = 64, 128, 256, 256 ...; n = 256: give way
 * give way   a platform thread: Thread.yield; an M of dedicated mode: the same, on its carrier; on the JDK's pool:
 *            spin-wait; after 1000 times, and if it holds no other lock: park for 0.1 ms
 * unlock  held = 0, a release
 * }</pre>
 *
 * <p>A waiter does not look all the time: the lock, and what it guards, would go over to the other processor at each
 * release, and back at the next, though the former holder might have used it ten times more. Two goroutines that share
 * a buffered channel take a third of the time this way.
 *
 * <h2>Where it takes effect</h2>
 *
 * <p>{@code lock} and {@code tryLock} at the successful compare-and-set; {@code unlock} at the store.
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field              written by          read by   mode                          partner
 * SpinLock.held      lockers, holder     all       CAS; release store; volatile  the CAS acquires what the store released
 * SpinLock.giveWay   the scheduler,once  waiters   volatile                      itself
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <p>Go's runtime mutex lets an OS thread sleep after some spinning. Ours does not, except in L5: its waiter runs on a
 * carrier that other Ms need, and its holder never sleeps (L2). Go can check the lock order at run time; here it is
 * only a rule.
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Yielding at once on the JDK's pool: the waiter may go to the pool's outer queue, where a carrier looks only
 *       when its own queue is empty. Two waiters on each carrier that yield to each other keep the third one there for
 *       ever, with the lock that they want.
 *   <li>{@code ReentrantLock}: a waiter parks, that is, it calls the scheduler from inside the scheduler.
 *   <li>{@code synchronized}: pins the carrier on Java 21, and unmounts the waiter on later versions, which is the same
 *       as parking.
 *   <li>A fair lock (a ticket or a queue): if the next in line is off its processor, all behind it wait for that.
 * </ul>
 *
 * <h2>Sources</h2>
 *
 * <p>The test-and-test-and-set lock: Herlihy and Shavit, <i>The Art of Multiprocessor Programming</i>, chapter 7. The
 * idea of an order of locks as data: Go's {@code src/runtime/mklockrank.go}.
 */
@NullMarked
package dev.runnel.runtime.lock;

import org.jspecify.annotations.NullMarked;
