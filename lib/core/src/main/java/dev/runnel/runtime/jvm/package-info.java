/**
 * What the JVM says of its threads and its heap: who else is there that might wake a goroutine, and what nobody can
 * reach.
 *
 * <p>Go's runtime knows all there is in its process: its own Ms, and calls of C. Ours is a guest among threads that it
 * has not made. So before it says that a program is deadlocked it has to ask the JVM about the others, by whatever the
 * JVM tells: the list of platform threads, their stacks, a dump of the virtual threads, a count of the objects. Each
 * answer has its gaps, and each class here says what its own are.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * thread                          told by           counts as one that may wake a goroutine
 * http-client, in a task          IdleThreads       yes
 * pool-1-thread-2, in getTask     IdleThreads       for a second (SleepingPools); whoever would give it work is gone
 * junit-jupiter-timeout-watcher   TimeLimits        no: it runs nothing of the user's before the test has ended
 * virtual "mailer"                VirtualThreads    yes, if a dump of threads or the count of objects shows it
 * "runnel-shutdown", not started  ShutdownHooks     yes: the JVM starts it when it is told to end
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>J1. In doubt somebody is there.</b> What cannot be told, or must not be asked now, counts as a thread that
 *       may wake a goroutine, or as unknown. A missed deadlock is a program that hangs, as it would have without the
 *       check; a false one ends a healthy program.
 *   <li><b>J2. What costs the whole JVM something is seldom asked</b> ({@code Pauses}): a count of objects collects all
 *       garbage, and a dump of threads stops them.
 *   <li><b>J3. No lock of the JDK's is waited for under one of ours.</b> So {@code WeakObjects} has no reference queue.
 *   <li><b>J4. A collector is believed only if it has found what was to be found.</b> {@code Canary} waits where nobody
 *       can reach it, and a collection that has not found it, or not given it back, says nothing of goroutines.
 * </ul>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                 written by         read by          mode       partner
 * Pauses                its monitor        its monitor      plain      its monitor
 * SleepingPools         watchdog           watchdog         plain      -
 * WeakObjects           its owner's lock   the same         plain      that lock
 * Canary.over           who looks for it;  it               volatile   the unpark that comes after
 *                       finalizer
 * Sight.found           finalizer          who looks for it volatile   itself
 * ShutdownHooks.SET     who sets a hook    watchdog         atomic     -
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <p>Go's {@code checkdead} counts Ms, and needs none of this (P77). Its profile of leaked goroutines (P90) is part of
 * its collector; here the collector is asked from outside, by what it gives back.
 *
 * <h2>Rejected</h2>
 *
 * <ul>
 *   <li>Asking the JVM for all virtual threads by a dump where there are many Ms, or while the JDK's pool runs on Java
 *       25: {@code VirtualThreads}, {@code DumpRisk}.
 *   <li>Letting daemons never count: a pool whose threads are daemons may hold the one that is about to send.
 * </ul>
 *
 * <h2>Reading order</h2>
 *
 * <p>{@code IdleThreads}, {@code SleepingPools}, {@code TimeLimits}, {@code ShutdownHooks}; {@code VirtualThreads},
 * {@code ObjectCount}, {@code DumpRisk}, {@code Pauses}; {@code Canary}; {@code WeakObjects}.
 */
@NullMarked
package dev.runnel.runtime.jvm;

import org.jspecify.annotations.NullMarked;
