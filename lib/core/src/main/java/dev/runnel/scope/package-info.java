/**
 * Goroutines that belong together: {@link dev.runnel.scope.ErrGroup}, Go's {@code errgroup}, and
 * {@link dev.runnel.scope.Scope}, which does not end before all that was started in it.
 *
 * <p>Both consist of a counter of what runs ({@code Tally}), a context, and what has failed ({@code Failures}). A task
 * that is cancelled is asked to end, by its context; nothing is interrupted.
 *
 * <h2>A picture</h2>
 *
 * <pre>{@code
 * try (Scope scope = Scope.open(request)) { fork a; fork b; fork c; scope.join(); }
 *
 * Scope    tasks     running 2     fewer: a channel, on which main waits     wanted 0
 *          failures  first: IOException of b     later: none
 *          context   cancelled, with that IOException as its cause
 *
 * G5 runs a, waits with the context: it is about to fail with Canceled, which is because of b, and is not told
 * G6 ran b: its result is there, its failure is added, the context cancelled; then it has left, and running went from 3 to 2
 * G7 runs c, and looks at no context: it is waited for
 * }</pre>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li><b>F1. Leaving comes last.</b> A task sets its result, adds its failure, cancels the context if that is the
 *       first, and then leaves. So whoever finds none running finds all results and failures, and the context cancelled
 *       if there is a failure.
 *   <li><b>F2. Every goroutine that is counted leaves, once.</b> A goroutine is counted before it is started. Its M
 *       counts it out when it has ended, even if it was cut off or never began; a caller that could not start it counts
 *       it out itself. So the count is not zero while one is still to begin.
 *   <li><b>F3. No waiter is missed.</b> It looks at the count and says what it waits for in one hold of the lock; a
 *       goroutine that leaves counts and looks whether anybody waits in one as well. A wake-up may be for another
 *       waiter, with a larger number: whoever is woken looks again.
 *   <li><b>F4. Closed means that a task is started only by those that run.</b> A task may fork while the close waits;
 *       after the last has left nothing begins any more.
 *   <li><b>F5. The first failure is decided under the lock of the failures,</b> and of the tasks that fail with an
 *       exception only the first one cancels the context.
 *   <li><b>F6. A cancellation is no news.</b> A failure that only says that it was cancelled counts only if there is no
 *       other, and is not kept beside another. What a failure says is asked before the lock is taken, and what is
 *       suppressed is added after it: both are code of the user.
 *   <li><b>F7. No other failure is lost.</b> It is thrown, or suppressed in one that is thrown, once: by a join, by the
 *       close if no join has done so, by {@code awaitOrThrow}. ({@code await} gives the first alone, as Go's does.)
 *   <li><b>F8. A failure that ends the run is told by the run.</b> A task that an {@code Error} leaves counts as
 *       running until that run has ended: whoever waits in it is unwound, and takes nothing for done. Whoever waits
 *       elsewhere, or in a runtime without a main goroutine, gets an exception with the error as its cause, before all
 *       others.
 *   <li><b>F9. The first goroutine of a round says whose the round is.</b> The channel on which others wait belongs to
 *       the bubble of whoever made the count one, so that a wait in a bubble is durable if its goroutines are of it
 *       (B4).
 * </ul>
 *
 * <h2>The protocol</h2>
 *
 * <pre>{@code
 * start       lock; room for one more, and not (closed and none runs): running++; unlock
 *             a goroutine with the task; that fails: leave
 * a task      its body; the result into its fork; a failure: add; it is the first: cancel the context
 *             left by an error: told to those who wait, at once or when the run has ended
 * leave       lock; running--; unlock; somebody waited for so few: lock; take the channel; unlock; close it
 * await n     lock; running <= n: unlock, done
 *             make the channel, or join those who wait on it: wanted is the largest number; unlock; receive; again
 * limit       lock; none runs: so many from now on; unlock; take the channel, as in leave; close it
 * join        await 0; tell
 * close       closed; cancel the context; await 0, also if there is no memory to wait; tell the rest
 * }</pre>
 *
 * <h2>Shared fields</h2>
 *
 * <pre>{@code
 * field                   written by              read by            mode       partner
 * Tally.running, .limit,  locked                  locked; toString   plain      the lock
 *   .closed, .home,
 *   .fewer, .wanted
 * Failures                locked                  locked; toString   plain      the lock
 * Fork.task               who forks; its          the same           plain      the start of the goroutine
 *                         goroutine
 * Fork.result             its goroutine; who      all                volatile   itself; after a join Tally.running
 *                         tells what has left it
 * Member.tell             its goroutine           who tells, when    plain      the end of the run
 *                                                 the run has ended
 * }</pre>
 *
 * <h2>Departures from Go</h2>
 *
 * <ul>
 *   <li>Go has no scope; {@code Scope} is what Java programs expect of one, in a {@code try}.
 *   <li>Tasks may be started while others wait for the end of all, and are waited for, too. A {@code WaitGroup} of Go's
 *       must not be added to from zero then.
 *   <li>A group's later errors are not lost: {@code awaitOrThrow} has them suppressed.
 *   <li>One counter serves the wait and the limit. Go's has a wait group for one, and a channel for the other.
 * </ul>
 *
 * <h2>Rejected</h2>
 *
 * <p>Interrupting tasks, and policies as classes: decision 25.
 *
 * <h2>Sources</h2>
 *
 * <p>Go's {@code golang.org/x/sync/errgroup}. JEP 505, <i>Structured Concurrency</i>, for what Java programs expect.
 */
@NullMarked
package dev.runnel.scope;

import org.jspecify.annotations.NullMarked;
